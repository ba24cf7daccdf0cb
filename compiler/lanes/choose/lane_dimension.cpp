// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lane-dimension: along which dimension of the range the work-items of a vector are adjacent. Where
// a kernel indexes memory as array[x * width + y], vectors along y access adjacent elements, and
// vectors along x gather and scatter. Compares the estimated costs of vectors along each dimension.
// The range is not known yet, and may be narrow along a dimension that would be better: so vectors
// stay along x where the difference is small. If the work-groups are columns, vectors lie along
// them: along x they would have one work-item.
#include "compiler/lanes/choose/lane_dimension.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/target/vector_registers.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: a kernel that
/// does not observe its work-groups has x and another dimension exchanged, if vectors along that
/// dimension cost much less. "lanewise-lane-dimension" is that dimension, which the host must
/// exchange, too (KernelMetadata::laneDimension). A kernel for launches of one kind gets the
/// dimension that its code for all launches has. A kernel whose work-groups are columns has x and
/// the dimension of the columns exchanged in calls and in the size of its groups:
/// "lanewise-column-dimension" is that dimension, and kernel-entry exchanges what the host gives.
/// Why here: the other passes of lanes know of x only.
FUNCTION_PASS(LaneDimensionPass);

namespace {

constexpr double kMuchLess = 0.5;  // times the costs along x

struct UsedIds {
  std::array<bool, 3> along{};
  bool areExchangeable = true;
};

// The number of dimensions and linear ids do not follow from exchanged sizes.
UsedIds usedIds(llvm::Function& kernel) {
  UsedIds used;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const std::optional<KernelCall> call = kernelCallOf(instruction);
    if (call == KernelCall::GlobalLinearId || call == KernelCall::WorkDim ||
        call == KernelCall::LaunchPointer)
      used.areExchangeable = false;
    if (call == KernelCall::GlobalId)
      used.along[dimensionOf(llvm::cast<llvm::CallInst>(instruction))] = true;
  }
  return used;
}

double costAlongX(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const unsigned lanes = vectorRegisterBits(*kernel.getParent()) / 32;
  const LaneFacts& facts = analyses.getResult<LaneFactsAnalysis>(kernel).of({lanes});
  const Plan plan(kernel, facts, analyses.getResult<llvm::TargetIRAnalysis>(kernel));
  return costsOf(kernel, plan).together;
}

double costAlong(unsigned dimension, llvm::Function& kernel,
                 llvm::FunctionAnalysisManager& analyses) {
  const auto exchange = [&] {
    exchangeWithX(kernel, dimension);
    analyses.invalidate(kernel, preservesControlFlow());
  };
  exchange();
  const double cost = costAlongX(kernel, analyses);
  exchange();
  return cost;
}

unsigned dimensionOfLeastCost(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (observesGroups(kernel) || kernel.hasFnAttribute(kUsesSubGroupsAttribute) ||
      requiredLocalSize(kernel)[0] != 0)
    return 0;
  const UsedIds used = usedIds(kernel);
  if (!used.areExchangeable || !used.along[0] || (!used.along[1] && !used.along[2])) return 0;
  double least = kMuchLess * costAlongX(kernel, analyses);
  unsigned best = 0;
  for (unsigned dimension = 1; dimension < 3; ++dimension) {
    if (!used.along[dimension]) continue;
    const double cost = costAlong(dimension, kernel, analyses);
    if (cost >= least) continue;
    least = cost;
    best = dimension;
  }
  return best;
}

// Wider groups have vectors along x, which are as wide as they are (width.cpp).
constexpr uint64_t kWidestColumn = 2;
// Code without a kind may run where global ids wrap: there the host counts a vector for each
// work-item of a row (runtime/launch/spill_area.h).
constexpr uint64_t kWidestColumnOfAnyLaunch = 1;

// The dimension along which work-groups of this size are columns; 0: they are none.
unsigned columnDimension(const std::array<uint64_t, 3>& size, uint64_t widest) {
  if (size[0] == 0 || size[0] > widest) return 0;
  const unsigned dimension = size[1] >= size[2] ? 1 : 2;
  return size[dimension] > 2 * size[0] ? dimension : 0;
}

// Lanes of the code for all launches are as many, but not the same work-items. Linear ids follow
// from exchanged sizes if no dimension between is exchanged.
unsigned columnDimension(const llvm::Function& kernel) {
  const std::array<uint64_t, 3> size = largestLocalSize(kernel);
  const unsigned dimension = columnDimension(
      size, tierOf(kernel) == Tier::Kind ? kWidestColumn : kWidestColumnOfAnyLaunch);
  if (dimension == 0 || kernel.hasFnAttribute(kUsesSubGroupsAttribute) || dependsOnLanes(kernel) ||
      !observesGroups(kernel) || hasKernelCall(kernel, KernelCall::GlobalLinearId))
    return 0;
  const bool keepsLinearIds = size[0] == 1 && (dimension == 1 || size[1] == 1);
  return keepsLinearIds || !hasKernelCall(kernel, KernelCall::LocalLinearId) ? dimension : 0;
}

}  // namespace

void exchangeWithX(llvm::Function& kernel, unsigned dimension) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const std::optional<KernelCall> kind = kernelCallOf(instruction);
    if (!kind || !takesDimension(*kind)) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    const unsigned old = dimensionOf(call);
    if (old != 0 && old != dimension) continue;
    llvm::Type* type = call.getArgOperand(0)->getType();
    call.setArgOperand(0, llvm::ConstantInt::get(type, old == 0 ? dimension : 0));
  }
}

llvm::PreservedAnalyses LaneDimensionPass::run(llvm::Function& kernel,
                                               llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel) || !isKernel(kernel)) return llvm::PreservedAnalyses::all();
  if (const unsigned dimension = columnDimension(kernel)) {
    exchangeWithX(kernel, dimension);
    exchangeLocalSize(kernel, dimension);
    setNumberAttribute(kernel, kColumnDimensionAttribute, dimension);
    return preservesControlFlow();
  }
  const unsigned dimension =
      tierOf(kernel) == Tier::Kind
          ? static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(kLaneDimensionAttribute))
          : dimensionOfLeastCost(kernel, analyses);
  if (dimension == 0) return llvm::PreservedAnalyses::all();
  exchangeWithX(kernel, dimension);
  setNumberAttribute(kernel, kLaneDimensionAttribute, dimension);
  return preservesControlFlow();
}

}  // namespace lanewise
