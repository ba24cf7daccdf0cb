// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of contents: every stage of a build in order. Each stage is a function below that calls
// the files of its component. After each stage runStages() verifies the IR (in builds with
// assertions), writes the state for LANEWISE_DUMP, and reads the clock.
#include "interface/compiler.h"

#include "builtins/device_library.h"
#include "compiler/admit/admit.h"
#include "compiler/admit/sub_group_size.h"
#include "compiler/codegen/assembly_errors.h"
#include "compiler/codegen/link_object.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/tier.h"
#include "compiler/diagnostics/activity.h"
#include "compiler/driver/block_kernels.h"
#include "compiler/driver/build.h"
#include "compiler/driver/build_id.h"
#include "compiler/driver/defer_code.h"
#include "compiler/driver/dump.h"
#include "compiler/driver/kernel_metadata.h"
#include "compiler/driver/object_parts.h"
#include "compiler/driver/resolve_imports.h"
#include "compiler/driver/stage_clock.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/lower/function_lines.h"
#include "compiler/lower/math_options.h"
#include "compiler/lower/translate.h"
#include "compiler/target/vector_registers.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Threading.h>
#include <llvm/Support/raw_ostream.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace lanewise {
namespace {

constexpr size_t kManyKernels = 64;

/// Unsafe math includes -cl-denorms-are-zero. The code is the same: the host sets the mode.
bool flushesDenormals(const CodeOptions& options) {
  return options.denormsAreZero || options.unsafeMath || options.fastRelaxedMath;
}

/// Kernels keep facts of bytes of memory (abi::CheckedObject).
bool hasShadows(const CodeOptions& options) {
  return options.checkUninitialized || options.checkRaces;
}

bool checksAccesses(const CodeOptions& options) {
  return options.checkMemory || hasShadows(options);
}

/// The number of lanes that the request prescribes; 0 if it prescribes none.
uint32_t givenLanes(const Build& build) { return build.isOptimized() ? build.request.lanes : 1; }

/// As many work-items as a vector register has elements of 32 bits, or as an option or a limit of
/// the device gives.
uint32_t usualSubGroupSize(const Build& build) {
  const std::vector<uint32_t>& sizes = build.request.device.subGroupSizes;
  if (!sizes.empty()) return sizes.front();
  const uint32_t lanes = givenLanes(build);
  return admit::isSubGroupSize(lanes) ? lanes : build.target.registerBits() / 32;
}

/// The tier of the code of all kernels that permit it.
Tier permittedTier(const Build& build) {
  if (!build.request.kinds.empty()) return Tier::Kind;
  // Code for launches of one kind would take longer still. Sites of checks have numbers in one
  // code.
  if (build.request.hasExceededTime || checksAccesses(build.request.options)) return Tier::All;
  // The code of kernels that nobody launches is not made.
  const bool isQuick =
      build.request.tier == Tier::First && build.hasManyKernels() && !mayDeferCode(build);
  return isQuick ? Tier::Quick : build.request.tier;
}

bool checksBarriers(const Build& build) {
  const CodeOptions& options = build.request.options;
  if (checksAccesses(options) || options.checkArithmetic)
    return options.optDisable || options.checkBarriers;
  return options.optDisable || options.checkBarriers ||
         (options.debugInfo && !build.hasLinesForDiagnostics);
}

/// What is the same for all kernels of a build.
void complete(KernelMetadata& kernel, const Build& build) {
  kernel.flushesDenormals = flushesDenormals(build.request.options);
  kernel.checksUninitialized = build.request.options.checkUninitialized;
  kernel.checksRaces = build.request.options.checkRaces;
  kernel.subGroupSize =
      kernel.requiredSubGroupSize ? kernel.requiredSubGroupSize : usualSubGroupSize(build);
}

llvm::Error admitModules(Build& build) {
  auto admitted = admit::admit(build.request, mayBeOpenclFunction);
  if (!admitted) return makeError(std::move(admitted.error()));
  build.words = std::move(admitted->words);
  build.lostLines = admitted->lostLines;
  build.reply.kernels = std::move(admitted->kernels);
  noteKernelCount(build.reply.kernels.size());
  build.reply.globalVariableBytes = admitted->globalVariableBytes;
  for (Diagnostic& remark : admitted->remarks) build.diagnostics.add(std::move(remark));
  for (KernelMetadata& kernel : build.reply.kernels) complete(kernel, build);
  return llvm::Error::success();
}

/// Imports that are functions of OpenCL C. Of others it is admit() that knows the place.
llvm::Error resolve(Build& build) {
  auto missing = resolveImports(*build.module);
  if (!missing) return missing.takeError();
  if (missing->empty()) return llvm::Error::success();
  auto admitted = admit::admit(build.request, [&](std::string_view name) {
    return mayBeOpenclFunction(name) && !missing->contains(name);
  });
  if (!admitted) return makeError(std::move(admitted.error()));
  return makeError(DiagnosticKind::InternalError,
                   "the function '" + *missing->begin() + "' is not defined");
}

llvm::Error translateWords(Build& build) {
  auto module = translate(build.words, build.context);
  if (!module) return module.takeError();
  build.module = std::move(*module);
  KernelMetadata common;
  complete(common, build);
  if (llvm::Error error = addBlockKernels(*build.module, common, build.reply.kernels)) return error;
  if (llvm::Error error = resolve(build)) return error;
  if (build.request.options.debugInfo)
    noteFunctionLines(*build.module, build.words);
  else
    llvm::StripDebugInfo(*build.module);
  applyMathOptions(*build.module, build.request.options);
  for (const LaunchKind& kind : build.request.kinds)
    if (llvm::Error error = keepKernel(*build.module, build.reply.kernels, kind)) return error;
  noteKernelCount(build.reply.kernels.size());
  if (llvm::Error error = describeKernels(*build.module, build.reply.kernels,
                                          checksAccesses(build.request.options)))
    return error;
  leaveLibraryNames(*build.module);
  return llvm::Error::success();
}

/// Flags for the passes of checks, and the text of lines for their reports. The others rely on that
/// of memory.
void noteChecks(Build& build) {
  const CodeOptions& options = build.request.options;
  if (!checksAccesses(options) && !options.checkBarriers && !options.checkArithmetic) return;
  const auto setFlag = [&](bool isSet, llvm::StringRef flag) {
    if (isSet) build.module->addModuleFlag(llvm::Module::Warning, flag, 1);
  };
  setFlag(checksAccesses(options), kCheckMemoryFlag);
  // Memory that begins as zeros is written.
  const bool isInitialized = options.initializePrivate || options.initializeLocal;
  setFlag(options.checkUninitialized && !isInitialized, kCheckUninitializedFlag);
  setFlag(options.checkRaces, kCheckRacesFlag);
  setFlag(options.checkBarriers, kReportBarriersFlag);
  setFlag(options.checkArithmetic, kCheckArithmeticFlag);
  const auto textOf = [&](llvm::StringRef text) {
    return llvm::MDString::get(build.context, text);
  };
  if (!build.request.source.text.empty())
    build.module->getOrInsertNamedMetadata(kSourceText)
        ->addOperand(llvm::MDNode::get(build.context,
                                       {textOf(build.request.source.text), textOf(kSourceName)}));
}

llvm::Error lower(Build& build) {
  build.module->setTargetTriple(build.target.triple);
  build.module->setDataLayout(build.machine->createDataLayout());
  if (build.target.hasNativeHalf())
    build.module->addModuleFlag(llvm::Module::Warning, kNativeHalfFlag, 1);
  build.module->addModuleFlag(llvm::Module::Warning, kRegisterBitsFlag,
                              build.target.registerBits());
  build.module->addModuleFlag(llvm::Module::Warning, kLevelFlag,
                              llvm::MDString::get(build.context, build.target.level));
  if (const uint32_t lanes = givenLanes(build))
    build.module->addModuleFlag(llvm::Module::Warning, kLanesFlag, lanes);
  const Tier tier = permittedTier(build);
  for (llvm::Function* kernel : kernelsOf(*build.module)) setTier(*kernel, tier);
  if (checksBarriers(build))
    build.module->addModuleFlag(llvm::Module::Warning, kCheckBarriersFlag, 1);
  noteChecks(build);
  if (build.request.options.explain)
    build.module->addModuleFlag(llvm::Module::Warning, kExplainFlag, 1);
  // What checks keep of local memory begins as zeros, too.
  if (build.request.options.initializeLocal || hasShadows(build.request.options))
    build.module->addModuleFlag(llvm::Module::Warning, kInitializeLocalFlag, 1);
  if (build.request.options.initializePrivate)
    build.module->addModuleFlag(llvm::Module::Warning, kInitializePrivateFlag, 1);
  return runStage(Stage::Lower, *build.module, build.passRun());
}

llvm::Error link(Build& build) { return runStage(Stage::Link, *build.module, build.passRun()); }

llvm::Error lanes(Build& build) { return runStage(Stage::Lanes, *build.module, build.passRun()); }

llvm::Error group(Build& build) {
  if (llvm::Error error = runStage(Stage::Group, *build.module, build.passRun())) return error;
  noteEntries(*build.module, build.reply.kernels);
  return llvm::Error::success();
}

llvm::Error generateCode(Build& build) {
  return deferCode(build) ? llvm::Error::success() : makeObjects(build);
}

llvm::Error linkCode(Build& build) {
  if (!build.reply.bitcode.empty()) return llvm::Error::success();
  const auto bytes = [](std::span<const std::byte> all) {
    return std::span(reinterpret_cast<const uint8_t*>(all.data()), all.size());
  };
  auto code = linkObjects(build.objects,
                          {.runtimeLibrary = bytes(builtins::runtimeLibrary(build.target.level)),
                           .vectorVariants = bytes(builtins::vectorVariants(build.target.level))});
  if (!code) {
    const llvm::Instruction* assembly = build.module ? firstAssembly(*build.module) : nullptr;
    if (!assembly) return code.takeError();
    return llvm::handleErrors(code.takeError(), [&](const DiagnosticError& error) {
      const llvm::StringRef text = error.diagnostic().text;  // with names of files of the linker
      reportInvalidInput(*assembly, "inline assembly: " + text.split('\n').first);
    });
  }
  build.reply.code = std::move(*code);
  return llvm::Error::success();
}

struct StageRow {
  llvm::StringRef name;
  llvm::Error (*run)(Build&);
  const char* activity;  // as lanewiseCompilerActivity() returns it
};

constexpr StageRow kStages[] = {
#define COMPILER_STAGE(name, run, activity) {name, run, activity},
#include "interface/stages.def"
#undef COMPILER_STAGE
};

constexpr llvm::StringRef kStageNames[] = {
#define COMPILER_STAGE(name, run, activity) name,
#include "interface/stages.def"
#undef COMPILER_STAGE
};

/// In builds with assertions: each stage leaves valid IR.
void verifyStage([[maybe_unused]] Build& build, [[maybe_unused]] llvm::StringRef stage) {
#ifndef NDEBUG
  if (!build.module || build.diagnostics.hasErrors()) return;
  std::string report;
  llvm::raw_string_ostream stream(report);
  if (llvm::verifyModule(*build.module, &stream))
    build.diagnostics.add(makeError(DiagnosticKind::InternalError,
                                    "stage '" + stage + "' produced invalid IR: " + report));
#endif
}

}  // namespace

bool Build::isOptimized() const { return !request.options.optDisable && !request.hasExceededTime; }

bool Build::hasManyKernels() const { return reply.kernels.size() >= kManyKernels; }

PassRun Build::passRun() const {
  return {.machine = machine.get(),
          .diagnostics = &diagnostics,
          .effort = isOptimized() ? Effort::Normal : Effort::None,
          .tests = passTests};
}

llvm::Expected<Machine> Build::takeMachine() const {
  return lanewise::takeMachine(target, isOptimized());
}

llvm::ArrayRef<llvm::StringRef> stageNames() { return kStageNames; }

llvm::Error prepareTarget(Build& build) {
  if (build.machine) return llvm::Error::success();
  auto target = chooseTarget(build.request.level);
  if (!target) return target.takeError();
  build.target = std::move(*target);
  auto machine = build.takeMachine();
  if (!machine) return machine.takeError();
  build.machine = std::move(*machine);
  return llvm::Error::success();
}

namespace {

/// While the activity is that of a program that crashed before: with the place in the source.
class ActivityWithPlace {
 public:
  explicit ActivityWithPlace(std::string_view words) : words_(words) {}

  void note(const std::string& place) {
    const std::string all = words_ + " at " + place;
    // Read by handlers of signals of this thread only.
    all.copy(text_.data(), text_.size() - 1);
    text_[std::min(all.size(), text_.size() - 1)] = 0;
    renameActivity(text_.data());
  }

 private:
  const std::string words_;
  std::array<char, 256> text_{};
};

/// Compiles request.source to reply.module, which becomes the only one of request.modules, or adds
/// diagnostics. Its time is the first of reply.stages.
void runFrontEnd(Build& build, const FrontEndOptions& options) {
  constexpr const char* kWords = "compiling the source to SPIR-V (stage 'frontend')";
  ActivityWithPlace places(kWords);
  const Activity activity(kWords);
  const StageClock clock;
  FrontEndOptions wanted = options;
  wanted.hasCrashed = build.request.hasCrashed;
  wanted.without = build.request.device.without;
  if (build.request.options.initializePrivate) wanted.unwritten = UnwrittenSlots::Zero;
  if (build.request.options.checkUninitialized) wanted.unwritten = UnwrittenSlots::Stay;
  wanted.notePlace = [&places](const std::string& place) { places.note(place); };
  FrontEndResult result = compileSource(build.request.source, wanted);
  CompileReply& reply = build.reply;
  for (Diagnostic& diagnostic : result.diagnostics) build.diagnostics.add(std::move(diagnostic));
  reply.module = std::move(result.spirv);
  reply.dependencies = std::move(result.files);
  reply.dependsOnBuildTime = result.passing;
  reply.stages.push_back(clock.read("frontend"));
  if (!reply.module.empty()) build.request.modules = {reply.module};
}

void runSource(Build& build, std::optional<size_t> last, SourceLines lines) {
  // A module that is the result may be linked with others.
  runFrontEnd(build, {.lines = lines, .isWhole = last.has_value()});
  if (last && !build.diagnostics.hasErrors()) runStages(build, 0, *last);
}

bool isMemoryScarce() {
  constexpr rlim_t kLeastBytes = rlim_t(4) << 30;
  const auto isLow = [](auto resource) {
    rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur < kLeastBytes;
  };
  return isLow(RLIMIT_DATA) || isLow(RLIMIT_AS);
}

/// An error of the program, and not of the compiler.
bool isUsersError(const Diagnostic& diagnostic) {
  return diagnostic.kind == DiagnosticKind::InvalidInput ||
         diagnostic.kind == DiagnosticKind::Unsupported;
}

bool hasUsersError(const DiagnosticList& diagnostics) {
  return std::ranges::any_of(diagnostics.all(), isUsersError);
}

bool lacksPlace(const Diagnostic& diagnostic) {
  const bool needsOne = isUsersError(diagnostic) || diagnostic.kind == DiagnosticKind::Note;
  return needsOne && diagnostic.rendered.empty() && diagnostic.source.file.empty();
}

/// A module that will be linked needs lines for the errors and explanations of the link.
SourceLines linesFor(const CompileRequest& request, bool isResult) {
  if (isResult && request.options.explain) return SourceLines::LinesAndScopes;
  return request.goal == Goal::SourceToModule ? SourceLines::Lines : SourceLines::None;
}

/// Runs the same build with lines if a diagnostic has no place, and takes the diagnostics from
/// that.
void findPlaces(Build& build, llvm::function_ref<void(Build&)> runWithLines) {
  if (build.request.options.debugInfo || std::ranges::none_of(build.diagnostics.all(), lacksPlace))
    return;
  Build again;
  again.request = build.request;
  again.threads = build.threads;
  again.passTests = build.passTests;
  again.request.dumpStages.clear();
  // The stages keep lines for a build with debug information only.
  again.request.options.debugInfo = true;
  again.hasLinesForDiagnostics = true;
  runWithLines(again);
  // Debug information may lead to errors of its own.
  if (hasUsersError(again.diagnostics) ||
      (!hasUsersError(build.diagnostics) && !again.diagnostics.hasErrors()))
    build.diagnostics = std::move(again.diagnostics);
}

/// A program in OpenCL C has no place in a SPIR-V module.
DiagnosticList withoutModulePlaces(const DiagnosticList& diagnostics) {
  DiagnosticList result;
  for (Diagnostic diagnostic : diagnostics.all()) {
    diagnostic.module = {};
    result.add(std::move(diagnostic));
  }
  return result;
}

}  // namespace

void runSource(Build& build, std::optional<size_t> last) {
  runSource(build, last, linesFor(build.request, /*isResult=*/!last));
  findPlaces(build, [&](Build& again) {
    again.request.modules.clear();
    runSource(again, last, SourceLines::LinesAndScopes);
  });
  build.diagnostics = withoutModulePlaces(build.diagnostics);
}

void runModules(Build& build, size_t last) {
  runStages(build, 0, last);
  if (build.request.options.explain && build.lostLines)
    findPlaces(build, [&](Build& again) { runStages(again, 0, last); });
}

void runStages(Build& build, size_t first, size_t last) {
  collectDiagnostics(build.context, build.diagnostics);
  build.context.setDiscardValueNames(!wantsNames(build.request));
  const StageClock preparing;
  if (llvm::Error error = prepareTarget(build)) return build.diagnostics.add(std::move(error));
  build.reply.stages.push_back(preparing.read("prepare"));
  for (size_t i = first; i <= last; ++i) {
    const Activity activity(kStages[i].activity);
    const StageClock clock;
    build.diagnostics.add(kStages[i].run(build));
    build.reply.stages.push_back(clock.read(kStages[i].name));
    dumpStage(build, kStages[i].name);
    verifyStage(build, kStages[i].name);
    if (build.diagnostics.hasErrors()) return;
  }
}

unsigned codeThreads(const CompileRequest& request) {
  constexpr unsigned kMost = 8;
  if (!request.dumpStages.empty() || isMemoryScarce()) return 1;
  return std::min(llvm::hardware_concurrency().compute_thread_count(), kMost);
}

/// The stages behind `group`, for bitcode of an earlier reply.
void runBitcode(Build& build) {
  build.reply.kernels = build.request.kernels;
  noteKernelCount(build.reply.kernels.size());
  const auto object = llvm::find(stageNames(), "object");
  runStages(build, static_cast<size_t>(object - stageNames().begin()), stageNames().size() - 1);
}

void runRequest(Build& build) {
  const size_t last = stageNames().size() - 1;
  build.threads = codeThreads(build.request);
  noteKernelCount(1);
  switch (build.request.goal) {
    case Goal::ModulesToCode: return runModules(build, last);
    case Goal::SourceToModule: return runSource(build, std::nullopt);
    case Goal::SourceToCode: return runSource(build, last);
    case Goal::BitcodeToCode: return runBitcode(build);
  }
}

void finish(Build& build) {
  build.reply.diagnostics = build.diagnostics.all();
  build.reply.outcome = outcomeOf(build.reply.diagnostics);
  if (build.reply.outcome == Outcome::Ok) return;
  build.reply.code.clear();
  build.reply.bitcode.clear();
}

}  // namespace lanewise

void lanewiseCompile(const uint8_t* request, size_t requestBytes,
                     void (*reply)(void* user, const uint8_t* bytes, size_t count), void* user) {
  lanewise::Build build;
  if (auto decoded = lanewise::decodeRequest({request, requestBytes})) {
    build.request = std::move(*decoded);
    lanewise::runRequest(build);
    lanewise::finish(build);
    std::ranges::copy(lanewise::compilerDependencies(),
                      std::back_inserter(build.reply.dependencies));
  } else {
    build.reply.outcome = lanewise::Outcome::BadRequest;
    build.reply.diagnostics = {
        {.text = "malformed compile request (" + std::to_string(requestBytes) + " bytes)"}};
  }
  const std::vector<uint8_t> bytes = lanewise::encode(build.reply);
  reply(user, bytes.data(), bytes.size());
}

const char* lanewiseCompilerActivity(void) { return lanewise::currentActivity(); }
const char* lanewiseCompilerFunction(void) { return lanewise::currentFunction(); }
size_t lanewiseCompilerKernelCount(void) { return lanewise::currentKernelCount(); }
