// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Clang on a program in memory and writes its module as SPIR-V. No LLVM optimization runs
// here: the IR is what Clang generates for an optimizing compilation (lifetimes, no optnone), and
// the later stages optimize.
//
// Outline: ModuleAction makes the IR, ClangRun holds the state of one run and its steps,
// compileOnce() is their order, and compileSource() repeats a run that lacked a header.
#include "compiler/frontend/opencl_c.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/block_calls.h"
#include "compiler/frontend/block_casts.h"
#include "compiler/frontend/cc1_arguments.h"
#include "compiler/frontend/destructors.h"
#include "compiler/frontend/diagnostic_collector.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/large_literals.h"
#include "compiler/frontend/long_double.h"
#include "compiler/frontend/looked_up_files.h"
#include "compiler/frontend/own_overloads.h"
#include "compiler/frontend/places_reached.h"
#include "compiler/frontend/prepare_module.h"
#include "compiler/frontend/reference_casts.h"
#include "compiler/frontend/replaced_tokens.h"
#include "compiler/frontend/source_facts.h"
#include "compiler/frontend/spirv_writer.h"
#include "compiler/frontend/unused_functions.h"
#include "compiler/frontend/unwritable.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <bitset>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

namespace lanewise {
namespace {

using llvm::IntrusiveRefCntPtr;

/// The embedded headers and those of clCompileProgram above the real file system. Clang finds them
/// before any folder, relative to the program and to each other.
IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(const SourceProgram& program,
                                                         std::span<const std::string> without,
                                                         LookedUpFiles& real) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader& header : embeddedHeaders()) {
    const bool isOwn = !without.empty() && header.name == kLanguageHeader;
    files->addFile(std::string(kResourceFolder) + "/" + std::string(header.name), 0,
                   isOwn
                       ? llvm::MemoryBuffer::getMemBufferCopy(languageHeader(without), header.name)
                       : llvm::MemoryBuffer::getMemBuffer(header.text, header.name, true));
  }
  for (const SourceHeader& header : program.headers)
    files->addFile(std::string(kHeaderFolder) + "/" + header.name, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(header.text, header.name));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(&real);
  overlay->pushOverlay(files);
  return overlay;
}

/// A subset of kOnDemandHeaders, by index.
using Headers = std::bitset<std::size(kOnDemandHeaders)>;

/// What one run of Clang does in another way than the next.
struct RunChoices {
  Headers headers;
  bool hasLargeLiterals = false;
  Overloads overloads = {};    // own_overloads.h
  BlockCasts blockCasts = {};  // block_casts.h
  bool operator==(const RunChoices&) const = default;
};

/// The headers to whose prefix `test` agrees.
template <class Test>
Headers headersWhere(Test test) {
  Headers headers;
  for (size_t i = 0; i < std::size(kOnDemandHeaders); ++i)
    headers[i] = test(kOnDemandHeaders[i].prefix);
  return headers;
}

/// What Clang knows of a program besides its module.
struct ProgramFacts {
  SourceFacts source;  // its places only with lines or debug information
  Overloads overloads;
  BlockCasts blockCasts;
  bool usesTime = false;
  bool hasLargeLiterals = false;
  /// If the program has errors: the headers of kOnDemandHeaders that it or its headers name.
  Headers namedHeaders;
};

/// Gives long long and long double 64 bits, as programs use them on the host. In OpenCL, Clang
/// gives them 128. The preprocessor gets the macros of the sizes again.
void narrowLongTypes(clang::CompilerInstance& compiler) {
  clang::TargetInfo& target = compiler.getTarget();
  target.LongLongWidth = target.LongLongAlign = 64;
  target.BitIntMaxAlign = 128;  // as __int128 has on the host
  target.LongDoubleWidth = target.LongDoubleAlign = 64;
  target.LongDoubleFormat = &llvm::APFloat::IEEEdouble();
  clang::InitializePreprocessor(compiler.getPreprocessor(), compiler.getPreprocessorOpts(),
                                compiler.getPCHContainerReader(), compiler.getFrontendOpts(),
                                compiler.getCodeGenOpts());
}

/// Clang's code generation. Reads ProgramFacts on the way.
class ModuleAction final : public clang::EmitLLVMOnlyAction {
 public:
  ModuleAction(llvm::LLVMContext& context, ProgramFacts& facts, const RunChoices& choices,
               const FrontEndOptions& wanted)
      : EmitLLVMOnlyAction(&context), facts_(facts), choices_(choices), wanted_(wanted) {}

 private:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    narrowLongTypes(compiler);
    watchForTime(compiler.getPreprocessor(), facts_.usesTime);
    if (wanted_.hasCrashed) notePlaces(compiler, wanted_.notePlace);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> all;
    all.push_back(makeOverloadReader(choices_.overloads, facts_.overloads));
    all.push_back(makeAttributeReader(facts_.source.attributes));
    all.push_back(makeLongDoubleWarner());
    all.push_back(makeReferenceCastRepairer());
    all.push_back(makeBlockCallRepairer());
    if (hasLocalArgumentTypes()) all.push_back(makeBlockCastReader(facts_.blockCasts));
    if (wanted_.hasCrashed) all.push_back(makePlaceNoter(compiler, wanted_.notePlace));
    all.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(all));
  }

  void ExecuteAction() override {
    if (!choices_.hasLargeLiterals && choices_.blockCasts.empty())
      return EmitLLVMOnlyAction::ExecuteAction();
    parseWithReplacedTokens(getCompilerInstance(),
                            [&](const clang::Token& token, TokenWriter& writer) {
                              writeBlockCast(choices_.blockCasts, token, writer);
                              return choices_.hasLargeLiterals && writeLargeLiteral(token, writer);
                            });
  }

  void EndSourceFileAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    facts_.hasLargeLiterals = mayHaveLargeLiteral(compiler);
    if (compiler.getDiagnostics().hasErrorOccurred())
      for (const auto& name : compiler.getPreprocessor().getIdentifierTable())
        facts_.namedHeaders |=
            headersWhere([&](llvm::StringRef prefix) { return name.getKey().starts_with(prefix); });
    else
      readDeclarations(*getCodeGenerator(), compiler);
    EmitLLVMOnlyAction::EndSourceFileAction();
  }

  void readDeclarations(clang::CodeGenerator& generator, clang::CompilerInstance& compiler) {
    const clang::SourceManager& sources = compiler.getSourceManager();
    facts_.source.ownDeclarations = ownDeclarations(generator, sources);
    facts_.source.destroyedObjects = destroyedObjects(generator, compiler.getASTContext());
    if (compiler.getCodeGenOpts().getDebugInfo() != llvm::codegenoptions::NoDebugInfo)
      facts_.source.places =
          declarationPlaces(generator, *compiler.getASTContext().getTranslationUnitDecl(), sources);
  }

  bool hasLocalArgumentTypes() const {
    return !llvm::is_contained(wanted_.without, "cl_khr_device_enqueue_local_arg_types");
  }

  ProgramFacts& facts_;
  const RunChoices& choices_;
  const FrontEndOptions& wanted_;
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

/// The headers whose prefix the program's own texts contain. Files on disk are not read.
Headers headersFor(const SourceProgram& program) {
  return headersWhere([&](std::string_view prefix) {
    const auto names = [&](std::string_view text) { return text.find(prefix) != text.npos; };
    return names(program.text) || std::ranges::any_of(program.options, names) ||
           std::ranges::any_of(program.headers, names, &SourceHeader::text);
  });
}

bool mayHaveLargeLiteral(const SourceProgram& program) {
  const auto test = [](std::string_view text) { return lanewise::mayHaveLargeLiteral(text); };
  return test(program.text) || std::ranges::any_of(program.options, test) ||
         std::ranges::any_of(program.headers, test, &SourceHeader::text);
}

/// One run of Clang over a program. Its public functions are the steps, in order.
class ClangRun {
 public:
  ClangRun(const SourceProgram& program, const FrontEndOptions& wanted, const RunChoices& choices,
           FrontEndResult& result)
      : program_(program), wanted_(wanted), choices_(choices), result_(result) {
    options_->ShowPresumedLoc = true;  // #line is obeyed
  }

  /// Makes Clang's invocation of the options. False after an error, which is reported.
  bool configure() {
    auto arguments =
        makeCc1Arguments(program_.options, headerNames(), program_.folder, wanted_.without);
    if (!arguments) return fail(arguments.takeError());
    std::vector<const char*> words;
    for (const std::string& word : *arguments) words.push_back(word.c_str());
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, words, *engine_)) return false;
    clang::ProcessWarningOptions(*engine_, invocation->getDiagnosticOpts());
    invocation->getLangOpts().SpellChecking = !wanted_.hasCrashed;
    auto& codeGen = invocation->getCodeGenOpts();
    codeGen.TimePasses = llvm::TimePassesIsEnabled;  // Clang sets the one to the other
    hasDebugInfo_ = codeGen.getDebugInfo() != llvm::codegenoptions::NoDebugInfo;
    if (wanted_.lines != SourceLines::None && !hasDebugInfo_)
      codeGen.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
    // A buffer under the program's name: its folder is the current one, as for a file given there.
    invocation->getPreprocessorOpts().addRemappedFile(
        kSourceName, llvm::MemoryBuffer::getMemBufferCopy(program_.text, kSourceName).release());
    compiler_.setInvocation(std::move(invocation));
    return true;
  }

  /// Parses the program and generates its IR. False after an error, which is reported.
  bool generateIr() {
    compiler_.setDiagnostics(engine_.get());
    compiler_.createFileManager(makeFileSystem(program_, wanted_.without, *files_));
    compiler_.setVerboseOutputStream(llvm::nulls());
    ModuleAction action(context_, facts_, choices_, wanted_);
    const bool done = compiler_.ExecuteAction(action);
    module_ = action.takeModule();
    result_.files = files_->dependencies();
    result_.passing = facts_.usesTime;
    if (!done || !module_ || engine_->hasErrorOccurred()) return false;
    if (wanted_.isWhole) removeUnusedFunctions(*module_);
    replaceExtensions(*module_, wanted_.unwritten);
    return true;
  }

  /// Reports the first construct that SPIR-V cannot express. True if there is none.
  bool isWritable() {
    auto found = findUnwritable(*module_, facts_.source.places);
    if (!found) return true;
    return fail(makeError(std::move(*found)));
  }

  void writeSpirv() {
    facts_.source.suffix = digestOf(program_);
    auto prepared = prepareModule(*module_, facts_.source);
    if (!prepared) return void(fail(prepared.takeError()));
    if (prepared->droppedDestructors)
      warn(
          "destructors of some objects do not run: the program has objects of templates whose "
          "arguments are types or objects of this source only");
    if (engine_->hasErrorOccurred()) return;  // -Werror
    auto written = writeSpirvModule(*module_, prepared->notes, facts_.source.places,
                                    hasDebugInfo_ || wanted_.lines == SourceLines::LinesAndScopes);
    if (!written) return void(fail(written.takeError()));
    result_.spirv = std::move(*written);
  }

  /// The choices of the next run; those of this run if another run would not help.
  RunChoices nextChoices() const {
    RunChoices next = {.headers = choices_.headers | facts_.namedHeaders,
                       .hasLargeLiterals = choices_.hasLargeLiterals || facts_.hasLargeLiterals ||
                                           collector_.hasLargeLiteral(),
                       .overloads = knownOverloads(),
                       .blockCasts = choices_.blockCasts};
    // Other choices may move the places of tokens.
    if (next == choices_)
      next.blockCasts.insert(facts_.blockCasts.begin(), facts_.blockCasts.end());
    else
      next.blockCasts.clear();
    return next;
  }

 private:
  Overloads knownOverloads() const {
    Overloads known{.names = facts_.overloads.names, .refused = choices_.overloads.refused};
    known.refused.insert(facts_.overloads.refused.begin(), facts_.overloads.refused.end());
    return known;
  }

  llvm::SmallVector<llvm::StringRef> headerNames() const {
    llvm::SmallVector<llvm::StringRef> names;
    for (size_t i = 0; i < std::size(kOnDemandHeaders); ++i)
      if (choices_.headers[i]) names.push_back(kOnDemandHeaders[i].name);
    return names;
  }

  bool fail(llvm::Error error) {
    DiagnosticList list;
    list.add(std::move(error));
    result_.diagnostics.insert(result_.diagnostics.end(), list.all().begin(), list.all().end());
    return false;
  }

  void warn(llvm::StringRef text) {
    engine_->Report(
        engine_->getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Warning, text));
  }

  const SourceProgram& program_;
  const FrontEndOptions& wanted_;
  const RunChoices choices_;
  FrontEndResult& result_;
  IntrusiveRefCntPtr<clang::DiagnosticOptions> options_{new clang::DiagnosticOptions};
  DiagnosticCollector collector_{result_.diagnostics, *options_};
  IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine_{new clang::DiagnosticsEngine(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options_, &collector_, false)};
  IntrusiveRefCntPtr<LookedUpFiles> files_ = llvm::makeIntrusiveRefCnt<LookedUpFiles>();
  clang::CompilerInstance compiler_;
  ProgramFacts facts_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  bool hasDebugInfo_ = false;
};

/// `choices` become those of the next run; they stay as they are if another run would not help.
FrontEndResult compileOnce(const SourceProgram& program, const FrontEndOptions& options,
                           RunChoices& choices) {
  FrontEndResult result;
  ClangRun run(program, options, choices, result);
  if (run.configure() && run.generateIr() && run.isWritable()) run.writeSpirv();
  choices = run.nextChoices();
  return result;
}

}  // namespace

FrontEndResult compileSource(const SourceProgram& program, const FrontEndOptions& options) {
  RunChoices choices{.headers = headersFor(program),
                     .hasLargeLiterals = mayHaveLargeLiteral(program)};
  std::optional<FrontEndResult> withoutDeclarations;
  while (true) {
    const RunChoices before = choices;
    FrontEndResult result = compileOnce(program, options, choices);
    // Another error than that of an own function that cannot stand beside OpenCL's.
    if (withoutDeclarations && hasErrors(result.diagnostics) && choices == before)
      return std::move(*withoutDeclarations);
    if (choices != before) {
      if (!hasErrors(result.diagnostics)) withoutDeclarations = std::move(result);
      continue;
    }
    if (result.spirv.empty() && !hasErrors(result.diagnostics))
      result.diagnostics.push_back({.text = "Clang failed without a diagnostic"});
    return result;
  }
}

}  // namespace lanewise
