// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lane-dimension: along which dimension of the range the work-items of a vector are adjacent. Where
// a kernel indexes memory as array[x * width + y], vectors along y access adjacent elements, and
// vectors along x gather and scatter. Compares the estimated costs of vectors along each dimension.
// The range is not known yet, and may be narrow along a dimension that would be better: so vectors
// stay along x where the difference is small.
#include "compiler/lanes/choose/lane_dimension.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
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
/// dimension that its code for all launches has. Why here: the other passes of lanes know of x
/// only.
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
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
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
