// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Clang on a program held in memory and writes its module as SPIR-V. No LLVM optimization runs
// here: the IR is what Clang generates for an optimizing compilation (lifetimes, no optnone), and
// the stages after admission optimize.
#include "compiler/frontend/opencl_c.h"

#include "compiler/frontend/cc1_arguments.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/looked_up_files.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <memory>
#include <sstream>

namespace lanewise {
namespace {

using llvm::IntrusiveRefCntPtr;

/// The real file system under Clang's own header and those of clCompileProgram, which are found
/// before any folder, relative to the program and to each other.
IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(const SourceProgram& program,
                                                         LookedUpFiles& real) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader& header : embeddedHeaders())
    files->addFile(std::string(kResourceFolder) + "/" + std::string(header.name), 0,
                   llvm::MemoryBuffer::getMemBuffer(header.text, header.name, true));
  for (const SourceHeader& header : program.headers)
    files->addFile(std::string(kHeaderFolder) + "/" + header.name, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(header.text, header.name));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(&real);
  overlay->pushOverlay(files);
  return overlay;
}

/// Generates LLVM IR.
class Action : public clang::EmitLLVMOnlyAction {
 public:
  Action(llvm::LLVMContext& context, bool& passing)
      : EmitLLVMOnlyAction(&context), passing_(passing) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    watchForTime(compiler.getPreprocessor(), passing_);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

 private:
  bool& passing_;
};

/// The translator wants the kernels' arguments in registers, not in stack slots.
void promoteStackSlots(llvm::Module& module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.run(module, modules);
}

std::vector<uint8_t> writeModule(llvm::Module& module, std::string& log) {
  SPIRV::TranslatorOpts options(SPIRV::VersionNumber::SPIRV_1_4);
  options.enableAllExtensions();
  options.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  std::ostringstream out;
  std::string error;
  if (!llvm::writeSpirv(&module, options, out, error)) {
    log += "error: the program cannot be written as SPIR-V: " + error + "\n";
    return {};
  }
  const std::string bytes = std::move(out).str();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

FrontEndResult compileSource(const SourceProgram& program) {
  FrontEndResult result;
  llvm::raw_string_ostream log(result.log);

  const Cc1Arguments arguments = makeCc1Arguments(program.options);
  if (!arguments.error.empty()) {
    log << "error: " << arguments.error << "\n";
    return result;
  }

  auto diagnosticOptions = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::TextDiagnosticPrinter printer(log, diagnosticOptions.get());
  IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(new clang::DiagnosticsEngine(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), diagnosticOptions, &printer, false));

  std::vector<const char*> words;
  for (const std::string& word : arguments.words) words.push_back(word.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, words, *diagnostics)) return result;
  clang::ProcessWarningOptions(*diagnostics, invocation->getDiagnosticOpts());

  // A buffer under the program's name: its folder is the current one, as for a file given there.
  invocation->getPreprocessorOpts().addRemappedFile(
      kSourceName, llvm::MemoryBuffer::getMemBufferCopy(program.text, kSourceName).release());

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.setDiagnostics(diagnostics.get());
  const auto real = llvm::makeIntrusiveRefCnt<LookedUpFiles>();
  compiler.createFileManager(makeFileSystem(program, *real));
  compiler.setVerboseOutputStream(log);

  llvm::LLVMContext context;
  Action action(context, result.passing);
  const bool fine = compiler.ExecuteAction(action);
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (!fine || !module || diagnostics->hasErrorOccurred()) return result;

  result.files = real->dependencies();
  promoteStackSlots(*module);
  result.spirv = writeModule(*module, result.log);
  return result;
}

}  // namespace lanewise
