// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the stages link, lanes, group and object, and loads the object with LLVM's RuntimeDyld.
#include "tests/reference/compiled_kernel.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/tier.h"

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

std::optional<LaunchKind> kindOf(const Range& range) {
  LaunchKind kind;
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (range.localSize[dim] * range.numGroups[dim] != range.globalSize[dim] ||
        range.globalOffset[dim] + range.globalSize[dim] > uint64_t{1} << 31)
      return std::nullopt;
    kind.localSize[dim] = range.localSize[dim];
  }
  return kind;
}

CompiledKernel::CompiledKernel(llvm::Module& module, const Compilation& how, bool dump)
    : module_(module),
      how_(how),
      machine_(orDie(takeMachine(how.target, how.optimizeCode))),
      dump_(dump) {
  collectDiagnostics(module.getContext(), diagnostics_);
  prepareModule(module, how.target, *machine_);
  if (how.lanes) module.addModuleFlag(llvm::Module::Warning, kLanesFlag, how.lanes);
  if (how.explain) module.addModuleFlag(llvm::Module::Warning, kExplainFlag, 1);
  module.addModuleFlag(llvm::Module::Warning, kRowsFlag, how.rows);
  setTier(*module.getFunction("kernel"), how.tier);
  if (how.subGroups) {
    llvm::Function& kernel = *module.getFunction("kernel");
    kernel.addFnAttr(kUsesSubGroupsAttribute);
    setNumberAttribute(kernel, kSubGroupSizeAttribute, how.lanes);
  }
  if (how.kind) setKnownLaunch(*module.getFunction("kernel"), *how.kind);
  for (Stage stage : {Stage::Link, Stage::Lanes, Stage::Group})
    if (error_.empty()) run(stage, how.optimize);
  if (!error_.empty()) return;
  localBytes_ = entry().getFnAttributeAsParsedInteger(kLocalBytesAttribute);
  spillFixedBytes_ = entry().getFnAttributeAsParsedInteger(kSpillFixedBytesAttribute);
  spillVectorBytes_ = entry().getFnAttributeAsParsedInteger(kSpillVectorBytesAttribute);
}

void CompiledKernel::run(Stage stage, bool optimize) {
  orDie(runStage(stage, module_,
                 {.machine = machine_.get(),
                  .diagnostics = &diagnostics_,
                  .effort = optimize ? Effort::Normal : Effort::None}));
  if (dump_) module_.print(llvm::outs(), nullptr);
  llvm::raw_string_ostream stream(error_);
  for (const Diagnostic& diagnostic : diagnostics_.all())
    if (diagnostics_.hasErrors()) stream << render(diagnostic);
  if (error_.empty()) llvm::verifyModule(module_, &stream);
}

void CompiledKernel::generateCode(LibraryCode& library) {
  run(Stage::Object, how_.optimizeResult);
  if (!error_.empty()) return;
  const auto object = orDie(emitCode(module_, *machine_, CodeForm::Object));
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
  code_ = reinterpret_cast<abi::Entry>(found.getAddress());
  if (!code_) die("the code has no entry");
}

}  // namespace lanewise::fuzz
