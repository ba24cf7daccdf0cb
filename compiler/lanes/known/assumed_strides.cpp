// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of strided values (analysis/step_rules.h), extensions from 32 to 64 bits and
// parts of ids. A sum is strided if all assumptions of its operands hold. The plan (plan/plan.h)
// decides where it uses them, cost.cpp adds the cost of the test, and widen_memory.cpp writes it.
#include "compiler/lanes/known/assumed_strides.h"

#include "compiler/analysis/step_rules.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>
#include <optional>

namespace lanewise {
namespace {

constexpr unsigned kMostAssumptions = 3;
constexpr int64_t kMostStride = 1 << 24;  // from lane to lane: all lanes are less than 2^31 apart

bool isExtension(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction) &&
         instruction.getOperand(0)->getType()->isIntegerTy(32) &&
         instruction.getType()->isIntegerTy(64);
}

// What is made of values whose steps are assumed. Parts of ids and extensions have rules of their
// own.
bool isFollowed(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Trunc: return instruction.getType()->isIntegerTy(32);
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl: return true;
    case llvm::Instruction::GetElementPtr: return instruction.getType()->isPointerTy();
    default: return false;
  }
}

// A quotient is the same for lanes of one row.
bool isQuotient(const llvm::Instruction& part) {
  switch (part.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return true;
    default: return false;
  }
}

// Whether no vector of ids continues from lane to lane with this constant.
bool neverContinues(const llvm::Instruction& part, unsigned lanes) {
  const std::optional<int64_t> number = signedConstant(*part.getOperand(1));
  if (!number) return false;
  const auto low = static_cast<uint64_t>(*number) % lanes;
  switch (part.getOpcode()) {
    case llvm::Instruction::And: return low != lanes - 1;
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor: return low != 0;
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return *number < 0 || *number >= 64 || (uint64_t{1} << *number) < lanes;
    default: return -int64_t{lanes} < *number && *number < int64_t{lanes};
  }
}

}  // namespace

bool AssumedStrides::isPart(const llvm::Instruction& assumption) {
  if (kernelCallOf(assumption) == KernelCall::RowId) return true;
  switch (assumption.getOpcode()) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return true;
    default: return isQuotient(assumption);
  }
}

AssumedStrides::AssumedStrides(const llvm::Function& function, const Shapes& shapes, unsigned lanes)
    : shapes_(shapes), lanes_(lanes) {
  for (const llvm::BasicBlock* block :
       llvm::ReversePostOrderTraversal<const llvm::Function*>(&function))
    for (const llvm::Instruction& instruction : *block)
      if (shapes.of(instruction).kind == Step::Varying) visit(instruction);
}

// All lanes are in one row: one assumption for the ids along all dimensions.
void AssumedStrides::visitRowId(const llvm::CallInst& id) {
  if (dimensionOf(id) == 0) rowId_ = &id;
  if (rowId_) strides_[&id] = {dimensionOf(id) == 0 ? 1 : 0, {rowId_}};
}

void AssumedStrides::visit(const llvm::Instruction& instruction) {
  if (kernelCallOf(instruction) == KernelCall::RowId)
    return visitRowId(llvm::cast<llvm::CallInst>(instruction));
  if (isPart(instruction)) return visitPart(instruction);
  const Step step = stepOf(instruction);
  if (!step.isKnown()) return;
  AssumedStride assumed{step.stride, assumptionsOf(instruction)};
  if (isExtension(instruction)) {
    if (std::abs(step.stride) > kMostStride) return;
    if (step.stride != 0) assumed.assumptions.push_back(&instruction);
  }
  if (!assumed.assumptions.empty() && assumed.assumptions.size() <= kMostAssumptions)
    strides_[&instruction] = std::move(assumed);
}

// Visits an operation on an id, or on what is made of it, and a uniform number.
void AssumedStrides::visitPart(const llvm::Instruction& part) {
  if (!part.getType()->isIntegerTy(32) && !part.getType()->isIntegerTy(64)) return;
  const bool isSwapped = part.isCommutative() && shapes_.isUniform(*part.getOperand(0));
  const llvm::Value &id = *part.getOperand(isSwapped ? 1 : 0),
                    &number = *part.getOperand(isSwapped ? 0 : 1);
  const Step step = stepOfOperand(id);
  if (step.kind != Step::Strided || !shapes_.isUniform(number) || neverContinues(part, lanes_))
    return;
  strides_[&part] = {isQuotient(part) ? 0 : step.stride, {&part}};
}

// If the assumptions hold. That an extension does not wrap is one of them.
Step AssumedStrides::stepOf(const llvm::Instruction& instruction) const {
  if (isExtension(instruction)) return stepOfOperand(*instruction.getOperand(0));
  if (!isFollowed(instruction)) return Step::varying();
  const auto of = [this](const llvm::Value& value) { return stepOfOperand(value); };
  return stepThrough(instruction, {.of = of, .items = lanes_});
}

Step AssumedStrides::stepOfOperand(const llvm::Value& value) const {
  const AssumedStride* assumed = of(value);
  return assumed ? Step::strided(assumed->stride, kMayWrap) : shapes_.of(value);
}

// The assumptions of the operands, each once.
AssumedStrides::Assumptions AssumedStrides::assumptionsOf(
    const llvm::Instruction& instruction) const {
  Assumptions all;
  for (const llvm::Value* operand : instruction.operand_values())
    if (const AssumedStride* assumed = of(*operand))
      for (const llvm::Instruction* assumption : assumed->assumptions)
        if (!llvm::is_contained(all, assumption)) all.push_back(assumption);
  return all;
}

}  // namespace lanewise
