// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Clang on a program held in memory and writes its module as SPIR-V. No LLVM optimization runs
// here: the IR is what Clang generates for an optimizing compilation (lifetimes, no optnone), and
// the stages after admission optimize.
#include "compiler/frontend/opencl_c.h"

#include "compiler/frontend/cc1_arguments.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/looked_up_files.h"
#include "compiler/frontend/prepare_module.h"
#include "compiler/frontend/spirv_writer.h"
#include "compiler/frontend/unwritable.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <string_view>

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

/// Clang's code generation, with a look at the declarations on the way.
class ModuleAction final : public clang::EmitLLVMOnlyAction {
 public:
  ModuleAction(llvm::LLVMContext& context, KernelAttributes& attributes, bool& passing,
               bool& namesIntelSubGroups)
      : EmitLLVMOnlyAction(&context),
        attributes_(attributes),
        passing_(passing),
        namesIntelSubGroups_(namesIntelSubGroups) {}

 private:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    watchForTime(compiler.getPreprocessor(), passing_);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(makeAttributeReader(attributes_));
    both.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }

  /// Of what failed, every name that was read, in files of any kind.
  void EndSourceFileAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (compiler.getDiagnostics().hasErrorOccurred())
      for (const auto& name : compiler.getPreprocessor().getIdentifierTable())
        namesIntelSubGroups_ |= name.getKey().starts_with("intel_sub_group_");
    EmitLLVMOnlyAction::EndSourceFileAction();
  }

  KernelAttributes& attributes_;
  bool& passing_;
  bool& namesIntelSubGroups_;
};

/// Differs between programs that may be linked with each other.
std::string digestOf(const SourceProgram& program) {
  llvm::SHA1 hash;
  const auto add = [&](const std::string& text) {
    hash.update(text);
    hash.update(llvm::ArrayRef<uint8_t>{0});
  };
  add(program.text);
  for (const SourceHeader& header : program.headers) add(header.name), add(header.text);
  for (const std::string& option : program.options) add(option);
  return llvm::toHex(llvm::ArrayRef(hash.final()).take_front(8), true);
}

/// What costs time that few programs are worth. What a compilation turns out to want, it gets in
/// the next.
struct Extras {
  bool places = false;          // instructions tell where they are from, for errors
  bool intelSubGroups = false;  // kIntelSubGroupsHeader
  bool operator==(const Extras&) const = default;
};

/// Whether the program's own texts say that name. Files on disk are not looked at.
bool saysIntel(const SourceProgram& program) {
  const auto says = [](std::string_view text) { return text.find("intel") != text.npos; };
  return says(program.text) || std::ranges::any_of(program.options, says) ||
         std::ranges::any_of(program.headers, says, &SourceHeader::text);
}

FrontEndResult compileOnce(const SourceProgram& program, const Extras& extras, Extras& wanted) {
  FrontEndResult result;
  llvm::raw_string_ostream log(result.log);

  const Cc1Arguments arguments = makeCc1Arguments(program.options, extras.intelSubGroups);
  if (!arguments.error.empty()) {
    log << "error: " << arguments.error << "\n";
    return result;
  }

  auto diagnosticOptions = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  diagnosticOptions->ShowPresumedLoc = true;  // #line is obeyed
  clang::TextDiagnosticPrinter printer(log, diagnosticOptions.get());
  IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(new clang::DiagnosticsEngine(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), diagnosticOptions, &printer, false));

  std::vector<const char*> words;
  for (const std::string& word : arguments.words) words.push_back(word.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, words, *diagnostics)) return result;
  clang::ProcessWarningOptions(*diagnostics, invocation->getDiagnosticOpts());

  if (extras.places &&
      invocation->getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    invocation->getCodeGenOpts().setDebugInfo(llvm::codegenoptions::LocTrackingOnly);

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
  KernelAttributes attributes;
  bool namesIntelSubGroups = false;
  ModuleAction action(context, attributes, result.passing, namesIntelSubGroups);
  const bool fine = compiler.ExecuteAction(action);
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (!fine || !module || diagnostics->hasErrorOccurred()) {
    wanted.intelSubGroups |= namesIntelSubGroups;
    return result;
  }

  result.files = real->dependencies();
  if (const Unwritable found = findUnwritable(*module); !found.reason.empty()) {
    wanted.places |= found.place.empty();
    log << (found.place.empty() ? "" : found.place + ": ") << "error: " << found.reason << "\n";
    return result;
  }
  Prepared prepared = prepareModule(*module, attributes, digestOf(program));
  if (prepared.droppedDestructors)
    diagnostics->Report(diagnostics->getCustomDiagID(
        clang::DiagnosticsEngine::Warning, "destructors of program-scope objects do not run"));
  if (diagnostics->hasErrorOccurred()) return result;
  std::string& error = prepared.error;
  if (error.empty()) {
    result.spirv = writeSpirvModule(*module, prepared.notes, error);
    if (result.spirv.empty()) error = "the program cannot be written as SPIR-V: " + error;
  }
  if (!error.empty()) log << "error: " << error << "\n";
  return result;
}

}  // namespace

FrontEndResult compileSource(const SourceProgram& program) {
  Extras extras{.intelSubGroups = saysIntel(program)};
  while (true) {
    Extras wanted = extras;
    FrontEndResult result = compileOnce(program, extras, wanted);
    if (wanted == extras) return result;
    extras = wanted;
  }
}

}  // namespace lanewise
