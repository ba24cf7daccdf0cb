// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the estimated costs of vectors along each dimension. The range is not known yet, and may
// be narrow along a dimension that would be better: so vectors stay along x where the difference is
// small.
#include "compiler/lanes/choose/lane_dimension.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace lanewise {
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

unsigned chooseLaneDimension(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (tierOf(kernel) == Tier::Kind) {
    const auto given =
        static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(kLaneDimensionAttribute));
    if (given != 0) {
      exchangeWithX(kernel, given);
      analyses.invalidate(kernel, preservesControlFlow());
    }
    return given;
  }
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
  if (best != 0) {
    exchangeWithX(kernel, best);
    analyses.invalidate(kernel, preservesControlFlow());
  }
  return best;
}

}  // namespace lanewise
