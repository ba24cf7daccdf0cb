// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-kernels: replaces each kernel by one that runs a vector of work-items.
#include "compiler/analysis/code_size.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/choose/lane_dimension.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/lanes/prepare/join_accesses.h"
#include "compiler/lanes/prepare/narrow_integers.h"
#include "compiler/lanes/prepare/prepare.h"
#include "compiler/lanes/prepare/select_local_stores.h"
#include "compiler/lanes/prepare/split_conditions.h"
#include "compiler/lanes/prepare/unite_exits.h"
#include "compiler/lanes/prepare/unroll_gathers.h"
#include "compiler/lanes/write/copy_guarded.h"
#include "compiler/lanes/write/flat_lanes.h"
#include "compiler/lanes/write/linearize.h"
#include "compiler/lanes/write/merge_assumptions.h"
#include "compiler/lanes/write/private_memory.h"
#include "compiler/lanes/write/widen_collective.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/target/mask_registers.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <utility>

namespace lanewise {

/// Requires: one function a kernel; calls of functions that are out of line run lane by lane.
/// Ensures: kernels whose attribute "lanewise-lanes" is above 1 run a vector of that many
/// work-items, adjacent along x; ids in them are those of the first, and lanewise.live_lanes says
/// how many there are. Why here: all code of the kernel is in it, and barriers are not expanded
/// yet.
REQUIRED_MODULE_PASS(WidenKernelsPass);

namespace {

// An empty function with the kernel's parameters, attributes and metadata.
llvm::Function* emptyCopy(llvm::Function& kernel) {
  auto* copy =
      llvm::Function::Create(kernel.getFunctionType(), kernel.getLinkage(), "", kernel.getParent());
  copy->copyAttributesFrom(&kernel);
  copy->copyMetadata(&kernel, 0);
  copy->setSubprogram(kernel.getSubprogram());
  for (llvm::Argument& argument : kernel.args())
    copy->getArg(argument.getArgNo())->setName(argument.getName());
  return copy;
}

void reportWidth(const llvm::Function& kernel, const Width& width, unsigned dimension = 0) {
  constexpr llvm::StringLiteral kAlong[] = {"", " along y", " along z"};
  const std::string form = width.lanes == 1
                               ? "scalar code"
                               : llvm::utostr(width.lanes) + " lanes" + kAlong[dimension].str();
  explainWidth(kernel, form + ": " + width.reason);
}

// Code of their own makes full vectors faster by less than this share. Where they have a copy
// already (copyGuarded), a third one has to save more to be worth its build time.
constexpr double kLittle = 0.03, kLittleOfCopied = 0.06;

bool needsOneForm(const LaneCosts& costs, bool isCopied) {
  return costs.masks < (isCopied ? kLittleOfCopied : kLittle) * costs.inLongLoops;
}
bool hasCheapMasks(const LaneCosts& costs) { return costs.guarded < kLittle * costs.inLongLoops; }

// Longer code gets one form, and is first code if it may be compiled again. That of few kernels is
// more than six times as long as scalar code then. Without masked loads each access is a test and a
// loop over lanes, of which the estimate has half.
constexpr double kMostGrowth = 7, kMostGrowthOfLoops = 4;
// Instructions around those of the work-item.
constexpr double kAround = 45;

double mostInstructions(llvm::Function& scalar, const llvm::TargetTransformInfo& target) {
  const double growth =
      hasMaskedLoads(target, scalar.getContext()) ? kMostGrowth : kMostGrowthOfLoops;
  return growth * (estimatedInstructions(scalar, target) + kAround);
}

// A kernel, ready to be written as one that runs vectors of work-items.
class Source {
 public:
  Source(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned dimension,
         bool isFlat, const std::optional<Width>& prescribed)
      : kernel_(kernel),
        target_(analyses.getResult<llvm::TargetIRAnalysis>(kernel)),
        dimension_(dimension),
        isFlat_(isFlat),
        prescribed_(prescribed),
        facts_(analyses.getResult<LaneFactsAnalysis>(kernel)) {}

  // The widest code that may cost less than scalar code, or what is built quickly.
  Width chosenWidth(bool isQuick) const {
    if (prescribed_) return *prescribed_;
    const LaneFacts& facts = facts_.of({kMostLanes});
    const Width full = fullWidth(kernel_, facts);
    return isQuick ? quickWidth(kernel_, full, facts) : roomyWidth(kernel_, full, facts, target_);
  }

  struct Written {
    llvm::Function* wide;  // null: scalar code costs less
    Linearized linearized;
    LaneCosts costs;
  };

  Written write(const Width& full) const {
    const LaneFacts& facts =
        facts_.of({.lanes = full.lanes, .isPrescribed = prescribed_.has_value()});
    const Plan plan(kernel_, facts, target_);
    const LaneCosts costs = costsOf(kernel_, plan);
    const Width width = prescribed_ ? full : cheaperWidth(full, costs);
    reportWidth(kernel_, width, dimension_);
    if (width.lanes == 1) {
      explainScalar(kernel_, plan);
      return {nullptr, {}, costs};
    }
    llvm::Function* wide = emptyCopy(kernel_);
    setNumberAttribute(*wide, kLanesAttribute, width.lanes);
    if (isFlat_) wide->addFnAttr(kFlatLanesAttribute);
    if (dimension_ != 0) setNumberAttribute(*wide, kLaneDimensionAttribute, dimension_);
    Widening widening(kernel_, *wide, plan);
    Linearized linearized =
        writeLinearized(kernel_, facts.loops, facts.paths.levels, facts.paths.masks, widening);
    mergeAssumptions(*wide);
    return {wide, std::move(linearized), costs};
  }

 private:
  llvm::Function& kernel_;
  const llvm::TargetTransformInfo& target_;
  const unsigned dimension_;
  const bool isFlat_;
  const std::optional<Width> prescribed_;
  KernelFacts& facts_;
};

// Whether launches that take long should get other code where masks are instructions: code for the
// size of the work-groups, or any code of a program that was built quickly.
bool gainsByOtherCode(const llvm::Function& kernel) {
  return (requiredLocalSize(kernel)[0] == 0 && observesGroups(kernel)) ||
         tierOf(kernel) == Tier::Quick;
}

// From here on the tier is that of the code. Code that no other follows is for all launches.
// Returns whether the kernel was changed.
bool settleTier(llvm::Function& kernel, bool isFirst) {
  const Tier permitted = tierOf(kernel);
  const Tier settled = rowOf(permitted).isFollowed && !isFirst ? Tier::All : permitted;
  setTier(kernel, settled);
  return settled != permitted;
}

// Whether full vectors get a form of their own, unless the code would be too long.
bool needsForms(const LaneCosts& costs) {
  return !hasCheapMasks(costs) || !needsOneForm(costs, /*isCopied=*/false);
}

// Returns whether the kernel was changed.
bool widen(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const std::optional<Width> width = prescribedWidth(kernel);
  if (width && width->lanes == 1) {
    reportWidth(kernel, *width);
    const bool changed = settleTier(kernel, /*isFirst=*/false);
    return removeSubGroupCalls(kernel) || changed;
  }
  const bool isFlat = kernel.hasFnAttribute(kUsesSubGroupsAttribute);
  if (isFlat) flattenLanes(kernel);
  prepareForLanes(kernel, analyses);
  const unsigned dimension = chooseLaneDimension(kernel, analyses);
  selectLocalStores(kernel, analyses);
  splitConditions(kernel, analyses);
  if (narrowIntegers(kernel)) analyses.invalidate(kernel, preservesControlFlow());
  unrollGathers(kernel, analyses);
  joinAccesses(kernel, analyses);
  if (markInterleaved(kernel)) analyses.invalidate(kernel, preservesControlFlow());
  uniteExits(kernel, analyses);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(kernel);
  const Source source(kernel, analyses, dimension, isFlat, width);
  const Tier permitted = tierOf(kernel);
  const bool mayBeFirst = rowOf(permitted).isFollowed && mayBeCompiledAgain(kernel);
  const bool mayHaveFewer = !width && !dependsOnLanes(kernel);
  const bool isLimited = rowOf(permitted).isLimited;
  const double most = isLimited ? mostInstructions(kernel, target) : 0;
  // With a prescribed width, vectors of other launches are the same.
  bool isFirst = mayBeFirst && permitted == Tier::Quick && (!width || observesGroups(kernel));
  bool hasFreeLanes = isFirst && mayHaveFewer;
  Width full = source.chosenWidth(hasFreeLanes);
  if (hasFreeLanes) full.reason += ", first code of a program of many kernels";
  // Where accesses are loops over lanes, code for one register is much shorter than for two.
  const bool mayBeRewritten =
      isLimited && mayHaveFewer && !hasFreeLanes && !hasMaskedLoads(target, kernel.getContext());
  std::optional<HeldDiagnostics> first;
  if (mayBeRewritten) first.emplace(kernel.getContext());
  Source::Written written = source.write(full);
  const auto isTooLong = [&](unsigned forms) {
    return isLimited && written.wide && forms * estimatedInstructions(*written.wide, target) > most;
  };
  if (mayBeRewritten && isTooLong(1)) {
    Width fewer = source.chosenWidth(true);
    if (fewer.lanes < full.lanes) {
      fewer.reason += mayBeFirst ? ", first code" : "";
      fewer.reason += ", because code of " + llvm::utostr(full.lanes) + " lanes is long";
      written.wide->eraseFromParent();
      first.reset();
      written = source.write(full = fewer);
      isFirst = hasFreeLanes = mayBeFirst;
    }
  }
  if (first) first->keep();
  first.reset();
  llvm::Function* wide = written.wide;
  if (!wide) {
    // More lanes may cost less.
    const bool mayWiden = hasFreeLanes && source.chosenWidth(false).lanes != full.lanes;
    settleTier(kernel, mayWiden);
    if (mayWiden) kernel.addFnAttr(kFreeLanesAttribute);
    // For launches of a kind, the host exchanges it in any case.
    if (dimension != 0 && permitted != Tier::Kind) exchangeWithX(kernel, dimension);
    unmarkInterleaved(kernel);
    removeSubGroupCalls(kernel);
    return true;
  }
  const LaneCosts& costs = written.costs;
  const bool isLong = needsForms(costs) && isTooLong(2);
  isFirst |= mayBeFirst && (isLong || (costs.hasMaskInstructions && gainsByOtherCode(kernel)));
  settleTier(*wide, isFirst);
  if (hasFreeLanes) wide->addFnAttr(kFreeLanesAttribute);
  if (isLimited) setNumberAttribute(*wide, kMostInstructionsAttribute, static_cast<uint64_t>(most));
  const bool hasOneForm = isFirst || isLong;
  const bool isCopied = !hasOneForm && !hasCheapMasks(costs) &&
                        copyGuarded(*wide, *written.linearized.live, written.linearized.guards);
  const bool hasCheapForm = needsOneForm(costs, isCopied);
  if (hasOneForm || hasCheapForm) wide->addFnAttr(kOneFormAttribute);
  wide->takeName(&kernel);
  analyses.clear(kernel, wide->getName());
  kernel.setSubprogram(nullptr);
  kernel.replaceAllUsesWith(wide);
  kernel.eraseFromParent();
  explainForms(*wide, isFirst        ? Forms::First
                      : hasCheapForm ? Forms::CheapMasks
                      : isLong       ? Forms::Long
                                     : Forms::Both);
  return true;
}

}  // namespace

llvm::PreservedAnalyses WidenKernelsPass::run(llvm::Module& module,
                                              llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= widen(*kernel, functions);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
