// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis that starts with ids, lane parameters and the addresses of private variables.
// Phis of loops are assumed to be strided until an operand says otherwise.
#include "compiler/lanes/known/shapes.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/analysis/step_rules.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/sub_group_calls.h"
#include "compiler/lanes/known/full_iterations.h"
#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/known/masks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace lanewise {
namespace {

// A flag of an instruction does not hold for lanes for which it does not run, such as lane 0.
bool runsForAllLanes(const llvm::Instruction& instruction, const Masks& masks) {
  return masks.includesFirstLane(*instruction.getParent());
}

// An id along x.
Step idStep(bool isPart, bool isAligned) {
  Step step = Step::strided(1, kNeverWraps);
  step.isId = isPart;
  step.isAligned = isAligned;
  return step;
}

}  // namespace

uint64_t bytesPerLane(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  return llvm::alignTo(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue(),
                       variable.getAlign());
}

Shapes::Shapes(llvm::Function& function, unsigned lanes, const Uniformity& uniformity,
               const Masks& masks)
    : lanes_(lanes),
      layout_(function.getParent()->getDataLayout()),
      uniformity_(uniformity),
      masks_(masks) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : order)
      for (const llvm::Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy() || uniformity.isUniform(instruction)) continue;
        Step& known = shapes_[&instruction];
        if (known.isOpaque()) continue;
        const Step shape = compute(instruction);
        changed |= shape != known;
        shapes_[&instruction] = shape;
      }
  }
  for (auto& entry : shapes_)
    if (entry.second.kind == Step::Unknown)
      entry.second = Step::varying();  // of values of themselves
}

Step Shapes::of(const llvm::Value& value) const {
  if (!llvm::isa<llvm::Instruction>(value)) return Step::uniform();
  const auto found = shapes_.find(&value);
  if (found == shapes_.end()) return uniformity_.isUniform(value) ? Step::uniform() : Step{};
  return found->second;
}

// Whether it is the same operation on the same values in all lanes. What it reads from memory is
// the same, too: lanes run together.
bool Shapes::repeats(const llvm::Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->isUnordered() || interleavedVariable(*load->getPointerOperand())) return false;
  } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (!call->doesNotAccessMemory() || call->isConvergent() || kernelCallOf(*call) ||
        subGroupCallOf(*call))
      return false;
  } else if (instruction.mayReadOrWriteMemory() ||
             llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction.operand_values(), [&](const llvm::Value* operand) {
    return of(*operand).kind == Step::Uniform;
  });
}

// How the number does not wrap in a vector whose lanes have all gone on with it.
NoWrap Shapes::testedFor(const llvm::PHINode& phi, const llvm::Value& number) const {
  NoWrap tested = kMayWrap;
  for (const llvm::BasicBlock* before : phi.blocks()) {
    const llvm::ICmpInst* comparison = comparisonOfAllLanes(*before, *phi.getParent());
    if (!comparison || comparison->isEquality() || phi.getIncomingValueForBlock(before) != &number)
      continue;
    for (unsigned i = 0; i < 2; ++i)
      if (comparison->getOperand(i) == &number && isUniform(*comparison->getOperand(1 - i)) &&
          !isBehindFreeze(number))
        tested = {.asSigned = comparison->isSigned(), .asUnsigned = comparison->isUnsigned()};
  }
  return tested;
}

Step Shapes::compute(const llvm::Instruction& instruction) const {
  if (const std::optional<Step> step = stepOfLaneParameter(instruction)) return *step;
  if (repeats(instruction)) return Step::uniform();
  const llvm::Type* type = instruction.getType();
  if (!type->isIntegerTy() && !type->isPointerTy()) return Step::varying();
  if (std::optional<KernelCall> call = kernelCallOf(instruction)) {
    if (scopeOf(*call) != CallScope::Item || *call == KernelCall::RowId) return Step::varying();
    return idStep(*call == KernelCall::GlobalId || *call == KernelCall::LocalId,
                  *call == KernelCall::LocalId);
  }
  if (const auto name = subGroupCallOf(instruction))
    return name->call == SubGroupCall::LocalId ? idStep(true, true) : Step::varying();
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return Step::strided(static_cast<int64_t>(bytesPerLane(*variable, layout_)), kNeverWraps);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  const auto of = [&](const llvm::Value& value) {
    Step step = this->of(value);
    if (phi) step.noWrap = step.noWrap | testedFor(*phi, value);
    return step;
  };
  const StepRules rules{
      .of = of,
      .items = lanes_,
      .trusted = {.asSigned = true, .asUnsigned = runsForAllLanes(instruction, masks_)}};
  if (phi) return masks_.blends(*phi->getParent()) ? Step::varying() : stepOfChoice(*phi, 0, rules);
  if (llvm::isa<llvm::SelectInst>(instruction))
    return isUniform(*instruction.getOperand(0)) ? stepOfChoice(instruction, 1, rules)
                                                 : Step::varying();
  return stepThrough(instruction, rules);
}

}  // namespace lanewise
