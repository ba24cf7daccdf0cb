// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds pass managers from passes.def.
#include "compiler/driver/pipeline.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/tier.h"
#include "compiler/diagnostics/activity.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/pass_checks.h"
#include "compiler/driver/pass_units.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/known/print_facts.h"
#include "compiler/lanes/plan/print_plan.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Target/TargetMachine.h>

#include <optional>
#include <utility>

namespace lanewise {

#define LANEWISE_PASS(name, stage, class) MODULE_PASS(class);
#define LANEWISE_REQUIRED_PASS(name, stage, class) REQUIRED_MODULE_PASS(class);
#define LANEWISE_FUNCTION_PASS(name, stage, class, functions, tiers) FUNCTION_PASS(class);
#include "compiler/driver/passes.def"

namespace {

constexpr llvm::StringRef kPassNames[] = {
#define LANEWISE_PASS(name, stage, class) name,
#include "compiler/driver/passes.def"
};

bool addOurPass(llvm::StringRef name, llvm::ModulePassManager& manager) {
#define LANEWISE_PASS(passName, stage, class) \
  if (name == passName) {                     \
    manager.addPass(class());                 \
    return true;                              \
  }
#define LANEWISE_FUNCTION_PASS(passName, stage, class, functions, tiers) \
  if (name == passName) {                                                \
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(class()));   \
    return true;                                                         \
  }
#include "compiler/driver/passes.def"
  return false;
}

bool addOurPass(llvm::StringRef name, llvm::FunctionPassManager& manager) {
#define LANEWISE_FUNCTION_PASS(passName, stage, class, functions, tiers) \
  if (name == passName) {                                                \
    manager.addPass(class());                                            \
    return true;                                                         \
  }
#include "compiler/driver/passes.def"
  return false;
}

llvm::TargetLibraryInfoImpl libraryOf(const PassRun& run) {
  llvm::TargetLibraryInfoImpl library(run.machine ? run.machine->getTargetTriple()
                                                  : llvm::Triple());
  library.disableAllFunctions();
  return library;
}

// These passes take time that grows with the square of a loop's length. For each condition indvars
// examines those of all blocks before it. loop-deletion, and loop-unroll-full, which copies short
// loops only, compute the number of iterations from the conditions of all exits.
constexpr unsigned kMostBlocksOfLoop = 200;

bool takesTooLong(llvm::StringRef pass, const llvm::Any& unit) {
  const auto* loop = unitIn<llvm::Loop>(unit);
  return loop &&
         (pass == "IndVarSimplifyPass" || pass == "LoopDeletionPass" ||
          pass == "LoopFullUnrollPass") &&
         loop->getNumBlocks() > kMostBlocksOfLoop;
}

/// Empty for a module.
llvm::StringRef functionNameOf(const llvm::Any& unit) {
  if (const auto* function = unitIn<llvm::Function>(unit)) return function->getName();
  const auto* loop = unitIn<llvm::Loop>(unit);
  return loop ? loop->getHeader()->getParent()->getName() : llvm::StringRef();
}

// Passes that unroll one of many loops in the loop over work-items visit what they know of all of
// them. Loops of large kernels are therefore unrolled before that loop is there.
constexpr size_t kMostBlocksOfItemLoop = 50;

bool isWidenable(const llvm::Function& function) {
  if (function.hasFnAttribute(kForLanesAttribute)) return true;
  if (!function.hasFnAttribute(kKernelAttribute)) return false;
  const std::optional<Width> width = prescribedWidth(function);
  return !width || width->lanes > 1 || function.size() > kMostBlocksOfItemLoop;
}

bool isWide(const llvm::Function& function) { return function.hasFnAttribute(kLanesAttribute); }

// What a row of passes.def may say.
enum class Functions { Every, Widenable, Wide, Scalar, Called };
enum Tiers : unsigned {
#define TIER(id, name, isFollowed, isLimited) id = 1u << static_cast<unsigned>(Tier::id),
#include "interface/tiers.def"
  Every = ~0u
};

struct Row {
  Stage stage;
  bool isRequired;
  Functions functions;
  unsigned tiers;  // a set of Tiers
  llvm::StringRef text;
  llvm::StringRef title;  // PassTests::without of a row of LLVM's passes
};

constexpr Row kRows[] = {
#define LANEWISE_PASS(name, stage, class) \
  {Stage::stage, /*isRequired=*/true, Functions::Every, Every, name, ""},
#define LANEWISE_FUNCTION_PASS(name, stage, class, functions, tiers) \
  {Stage::stage, /*isRequired=*/false, Functions::functions, tiers, name, ""},
#define LLVM_PASSES(stage, text) \
  {Stage::stage, /*isRequired=*/true, Functions::Every, Every, text, #stage ":" text},
#define LLVM_FUNCTION_PASSES(stage, functions, tiers, text) \
  {Stage::stage, /*isRequired=*/false, Functions::functions, tiers, text, #stage ":" text},
#include "compiler/driver/passes.def"
};

bool isOfRow(const llvm::Function& function, const Row& row) {
  if (row.tiers != Tiers::Every && !(row.tiers >> static_cast<unsigned>(tierOf(function)) & 1))
    return false;
  switch (row.functions) {
    case Functions::Every: return true;
    case Functions::Widenable: return isWidenable(function);
    case Functions::Wide: return isWide(function);
    case Functions::Scalar: return !isWide(function);
    case Functions::Called:
      return function.hasFnAttribute(kOutOfLineAttribute) && !isWide(function);
  }
  llvm_unreachable("a value of Functions");
}

// The passes of a row, for its functions.
class ChosenFunctions : public llvm::PassInfoMixin<ChosenFunctions> {
 public:
  ChosenFunctions(const Row& row, llvm::FunctionPassManager passes)
      : row_(&row), passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    return isOfRow(function, *row_) ? passes_.run(function, analyses)
                                    : llvm::PreservedAnalyses::all();
  }

 private:
  const Row* row_;
  llvm::FunctionPassManager passes_;
};

// The analysis managers and the builder that one run over a module needs.
class PassSession {
 public:
  explicit PassSession(const PassRun& run) : builder_(run.machine, {}, {}, &callbacks_) {
    if (llvm::TimePassesIsEnabled) times_.registerCallbacks(callbacks_);
    callbacks_.registerShouldRunOptionalPassCallback(
        [list = run.diagnostics](llvm::StringRef pass, const llvm::Any& unit) {
          return !(list && list->hasErrors()) && !takesTooLong(pass, unit);
        });
    builder_.registerPipelineParsingCallback(
        [&run](llvm::StringRef name, llvm::ModulePassManager& manager,
               llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
          return name == run.tests.without || addOurPass(name, manager);
        });
    builder_.registerPipelineParsingCallback(
        [&run](llvm::StringRef name, llvm::FunctionPassManager& manager,
               llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
          return name == run.tests.without || addOurPass(name, manager) ||
                 addFactsPrinter(name, manager) || addPlanPrinter(name, manager);
        });
    callbacks_.registerBeforeNonSkippedPassCallback(
        [](llvm::StringRef, const llvm::Any& unit) { noteFunction(functionNameOf(unit)); });
    if (run.tests.verifyEach) checks_.registerCallbacks(callbacks_);
    // A function of the program that is called `pow` is not the C library's.
    functions_.registerPass([&run] { return llvm::TargetLibraryAnalysis(libraryOf(run)); });
    functions_.registerPass([] { return LaneFactsAnalysis(); });
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(sccs_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, sccs_, modules_);
  }

  llvm::Error add(llvm::StringRef pipeline) {
    return builder_.parsePassPipeline(manager_, pipeline);
  }
  llvm::Error add(const Row& row) {
    if (row.isRequired) return add(row.text);
    llvm::FunctionPassManager passes;
    if (llvm::Error error = builder_.parsePassPipeline(passes, row.text)) return error;
    manager_.addPass(
        llvm::createModuleToFunctionPassAdaptor(ChosenFunctions(row, std::move(passes))));
    return llvm::Error::success();
  }
  void run(llvm::Module& module) { manager_.run(module, modules_); }

 private:
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager sccs_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassInstrumentationCallbacks callbacks_;
  PassChecks checks_;
  llvm::TimePassesHandler times_;  // prints its table when it goes
  llvm::PassBuilder builder_;
  llvm::ModulePassManager manager_;
};

bool runs(const Row& row, Stage stage, const PassRun& run) {
  return row.stage == stage && (row.isRequired || run.effort == Effort::Normal) &&
         (run.tests.without.empty() || row.title != run.tests.without);
}

}  // namespace

llvm::Error runStage(Stage stage, llvm::Module& module, const PassRun& run) {
  PassSession session(run);
  for (const Row& row : kRows) {
    if (!runs(row, stage, run)) continue;
    if (row.text == "widen-kernels" && !run.tests.print.empty())
      if (llvm::Error error = session.add("print<" + run.tests.print + ">")) return error;
    if (llvm::Error error = session.add(row)) return error;
  }
  session.run(module);
  return llvm::Error::success();
}

llvm::Error runPasses(llvm::StringRef pipeline, llvm::Module& module, const PassRun& run) {
  PassSession session(run);
  if (llvm::Error error = session.add(pipeline)) return error;
  session.run(module);
  return llvm::Error::success();
}

llvm::ArrayRef<llvm::StringRef> passNames() { return kPassNames; }

}  // namespace lanewise
