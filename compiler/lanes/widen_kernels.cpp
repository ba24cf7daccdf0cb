// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-kernels: replaces each kernel by one that runs a vector of work-items.
#include "compiler/ir/code_size.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/known_launch.h"
#include "compiler/ir/preserved_analyses.h"
#include "compiler/ir/uniformity.h"
#include "compiler/ir/work_groups.h"
#include "compiler/lanes/assumed_strides.h"
#include "compiler/lanes/copy_guarded.h"
#include "compiler/lanes/cost.h"
#include "compiler/lanes/explain.h"
#include "compiler/lanes/flat_lanes.h"
#include "compiler/lanes/join_accesses.h"
#include "compiler/lanes/lane_dimension.h"
#include "compiler/lanes/lane_patterns.h"
#include "compiler/lanes/levels.h"
#include "compiler/lanes/linearize.h"
#include "compiler/lanes/masks.h"
#include "compiler/lanes/merge_assumptions.h"
#include "compiler/lanes/narrow_integers.h"
#include "compiler/lanes/passes.h"
#include "compiler/lanes/prepare.h"
#include "compiler/lanes/private_memory.h"
#include "compiler/lanes/select_local_stores.h"
#include "compiler/lanes/shapes.h"
#include "compiler/lanes/split_conditions.h"
#include "compiler/lanes/unite_exits.h"
#include "compiler/lanes/unroll_gathers.h"
#include "compiler/lanes/vector_order.h"
#include "compiler/lanes/widen_collective.h"
#include "compiler/lanes/widening.h"
#include "compiler/lanes/width.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace lanewise {
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

Width chosenWidth(llvm::Function& kernel, bool isQuick, const Uniformity& uniformity,
                  const Masks& masks, const llvm::LoopInfo& loops,
                  const llvm::TargetTransformInfo& target) {
  const Shapes shapes(kernel, kMostLanes, uniformity, masks);
  const Width full = fullWidth(kernel, shapes, loops);
  return isQuick ? quickWidth(kernel, full, shapes, loops)
                 : roomyWidth(kernel, full, shapes, loops, target);
}

// Code of their own makes full vectors faster by less than this share. Where they have a copy
// already (copyGuarded), a third one has to save more to be worth its build time.
constexpr double kLittle = 0.03, kLittleOfCopied = 0.06;

bool needsOneForm(const LaneCosts& costs, bool isCopied) {
  return costs.masks < (isCopied ? kLittleOfCopied : kLittle) * costs.inLongLoops;
}
bool hasCheapMasks(const LaneCosts& costs) { return costs.guarded < kLittle * costs.inLongLoops; }

// Longer code becomes first code. That of few kernels is more than six times as long as scalar code
// then.
constexpr double kMostGrowth = 7;
// Instructions around those of the work-item.
constexpr double kAround = 45;

double mostInstructions(llvm::Function& scalar, const llvm::TargetTransformInfo& target) {
  return kMostGrowth * (estimatedInstructions(scalar, target) + kAround);
}

// Whether full vectors would get a form of their own, and both together more instructions.
bool isTooLong(llvm::Function& wide, const LaneCosts& costs, double most,
               const llvm::TargetTransformInfo& target) {
  const bool hasOneForm = hasCheapMasks(costs) && needsOneForm(costs, /*isCopied=*/false);
  return !hasOneForm && 2 * estimatedInstructions(wide, target) > most;
}

// Returns whether the kernel was changed.
bool widen(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  std::optional<Width> width = prescribedWidth(kernel);
  if (width && width->lanes == 1) return reportWidth(kernel, *width), removeSubGroupCalls(kernel);
  const bool isFlat = kernel.hasFnAttribute(kUsesSubGroupsAttribute);
  if (isFlat) flattenLanes(kernel);
  prepareForLanes(kernel, analyses);
  const unsigned dimension = chooseLaneDimension(kernel, analyses);
  selectLocalStores(kernel, analyses);
  splitConditions(kernel, analyses);
  if (narrowIntegers(kernel)) analyses.invalidate(kernel, preservesControlFlow());
  unrollGathers(kernel, analyses);
  joinAccesses(kernel, analyses);
  markInterleaved(kernel);
  uniteExits(kernel, analyses);
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(kernel);
  const Uniformity uniformity(kernel, Together::Vector, width ? width->lanes : 1);
  const Levels levels(kernel, loops);
  const Masks masks(kernel, loops, dominators, levels, uniformity);
  // With a prescribed width, other code would be the same.
  const bool mayBeFirst = mayBeCompiledAgain(kernel) && (!width || observesGroups(kernel));
  const bool isQuick = mayBeFirst && isBuiltQuickly(kernel);
  const bool hasFreeLanes = isQuick && !width && !dependsOnLanes(kernel);
  const Width full =
      width ? *width : chosenWidth(kernel, hasFreeLanes, uniformity, masks, loops, target);
  const Shapes shapes(kernel, full.lanes, uniformity, masks);
  const AssumedStrides assumed(kernel, shapes, full.lanes);
  const LanePatterns patterns(kernel, shapes, full.lanes);
  const LaneCosts costs =
      costsOf(kernel, full.lanes, shapes, assumed, patterns, masks, loops, target);
  if (!width) width = cheaperWidth(full, costs);
  reportWidth(kernel, *width, dimension);
  if (width->lanes == 1) {
    // More lanes may cost less.
    if (hasFreeLanes &&
        chosenWidth(kernel, false, uniformity, masks, loops, target).lanes != full.lanes) {
      kernel.addFnAttr(kFirstCodeAttribute);
      kernel.addFnAttr(kFreeLanesAttribute);
    }
    explainScalar(kernel, shapes, assumed);
    // For launches of a kind, the host exchanges it in any case.
    if (dimension != 0 && !hasLaunchKind(kernel)) exchangeWithX(kernel, dimension);
    unmarkInterleaved(kernel);
    removeSubGroupCalls(kernel);
    return true;
  }
  const VectorOrder order(kernel, shapes, loops);
  llvm::Function* wide = emptyCopy(kernel);
  setNumberAttribute(*wide, kLanesAttribute, width->lanes);
  if (isFlat) wide->addFnAttr(kFlatLanesAttribute);
  if (dimension != 0) setNumberAttribute(*wide, kLaneDimensionAttribute, dimension);
  Widening widening(kernel, *wide, width->lanes, shapes, assumed, patterns, order, target);
  const Linearized linearized = writeLinearized(kernel, loops, levels, masks, widening);
  mergeAssumptions(*wide);
  const double most = mayBeFirst ? mostInstructions(kernel, target) : 0;
  const bool isFirst = isQuick || (isCompiledAgain(kernel) && costs.hasMaskInstructions) ||
                       (mayBeFirst && isTooLong(*wide, costs, most, target));
  if (isFirst) wide->addFnAttr(kFirstCodeAttribute);
  if (hasFreeLanes) wide->addFnAttr(kFreeLanesAttribute);
  if (mayBeFirst)
    setNumberAttribute(*wide, kMostInstructionsAttribute, static_cast<uint64_t>(most));
  const bool isCopied =
      !isFirst && !hasCheapMasks(costs) && copyGuarded(*wide, *linearized.live, linearized.guards);
  if (isFirst || needsOneForm(costs, isCopied)) wide->addFnAttr(kOneFormAttribute);
  wide->takeName(&kernel);
  analyses.clear(kernel, wide->getName());
  kernel.setSubprogram(nullptr);
  kernel.replaceAllUsesWith(wide);
  kernel.eraseFromParent();
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
