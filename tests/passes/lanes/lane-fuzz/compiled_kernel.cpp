// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the stages lanes, group and object on a copy of the module and loads the object with LLVM's
// RuntimeDyld.
#include "tests/passes/lanes/lane-fuzz/compiled_kernel.h"

#include "compiler/codegen/generate.h"
#include "compiler/driver/pipeline.h"
#include "compiler/group/row_sharing.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/lanes/lane_options.h"

#include <llvm/ExecutionEngine/JITSymbol.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise::fuzz {
namespace {

class LibrarySymbols : public llvm::LegacyJITSymbolResolver {
 public:
  explicit LibrarySymbols(LibraryCode& library) : library_(library) {}
  llvm::JITSymbol findSymbol(const std::string& name) override {
    return {llvm::JITEvaluatedSymbol::fromPointer(library_.symbol(name))};
  }
  llvm::JITSymbol findSymbolInLogicalDylib(const std::string&) override { return nullptr; }

 private:
  LibraryCode& library_;
};

}  // namespace

CompiledKernel::CompiledKernel(llvm::Module& module, const Compilation& how, LibraryCode& library,
                               bool dump) {
  const Machine machine = orDie(takeMachine(how.target, how.optimizeCode));
  DiagnosticList diagnostics;
  collectDiagnostics(module.getContext(), diagnostics);
  prepareModule(module, how.target, *machine);
  module.addModuleFlag(llvm::Module::Warning, kLanesFlag, how.lanes);
  module.addModuleFlag(llvm::Module::Warning, kRowsFlag, how.rows);
  if (how.subGroups) {
    llvm::Function& kernel = *module.getFunction("kernel");
    kernel.addFnAttr(kUsesSubGroupsAttribute);
    setNumberAttribute(kernel, kSubGroupSizeAttribute, how.lanes);
  }
  const auto run = [&](bool optimize) {
    return PassRun{.machine = machine.get(),
                   .diagnostics = &diagnostics,
                   .effort = optimize ? Effort::Normal : Effort::None};
  };
  for (Stage stage : {Stage::Link, Stage::Lanes, Stage::Group, Stage::Object}) {
    orDie(runStage(stage, module, run(stage == Stage::Object ? how.optimizeResult : how.optimize)));
    if (dump) module.print(llvm::outs(), nullptr);
    llvm::raw_string_ostream stream(error_);
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (diagnostics.hasErrors()) stream << render(diagnostic);
    if (!error_.empty() || llvm::verifyModule(module, &stream)) return;
    if (stage == Stage::Group) {
      const llvm::Function& entry = *module.getFunction("kernel_entry");
      localBytes_ = entry.getFnAttributeAsParsedInteger(kLocalBytesAttribute);
      spillFixedBytes_ = entry.getFnAttributeAsParsedInteger(kSpillFixedBytesAttribute);
      spillItemBytes_ = entry.getFnAttributeAsParsedInteger(kSpillItemBytesAttribute);
    }
  }
  const auto object = orDie(emitCode(module, *machine, CodeForm::Object));
  load({object.data(), object.size()}, library);
}

void CompiledKernel::load(llvm::StringRef object, LibraryCode& library) {
  LibrarySymbols symbols(library);
  memory_ = std::make_unique<llvm::SectionMemoryManager>();
  llvm::RuntimeDyld linker(*memory_, symbols);
  const auto file =
      orDie(llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "kernel")));
  linker.loadObject(*file);
  linker.finalizeWithMemoryManagerLocking();
  if (linker.hasError()) die(linker.getErrorString().str());
  const auto found = linker.getSymbol("kernel_entry");
  entry_ = reinterpret_cast<abi::Entry>(found.getAddress());
  if (!entry_) die("the code has no entry");
}

}  // namespace lanewise::fuzz
