// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of strided values, extensions from 32 to 64 bits and parts of ids. A sum is
// strided if all assumptions of its operands hold. Used by the cost estimate (cost.cpp), which adds
// the test, and by loads and stores (widen_memory.cpp), which write it.
#include "compiler/lanes/known/assumed_strides.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <optional>

namespace lanewise {
namespace {

constexpr unsigned kMostAssumptions = 3;
constexpr int64_t kMostStride = 1 << 24;  // from lane to lane: all lanes are less than 2^31 apart

std::optional<int64_t> numberOf(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!number || number->getBitWidth() > 64) return std::nullopt;
  return number->getSExtValue();
}

std::optional<int64_t> factorOf(const llvm::Instruction& product) {
  const std::optional<int64_t> value = numberOf(*product.getOperand(1));
  if (!value || product.getOpcode() == llvm::Instruction::Mul) return value;
  return *value >= 0 && *value < 32 ? std::optional(int64_t{1} << *value) : std::nullopt;
}

bool isExtension(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction) &&
         instruction.getOperand(0)->getType()->isIntegerTy(32) &&
         instruction.getType()->isIntegerTy(64);
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

// With this constant no vector of ids continues from lane to lane.
bool neverContinues(const llvm::Instruction& part, unsigned lanes) {
  const std::optional<int64_t> number = numberOf(*part.getOperand(1));
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
      if (shapes.of(instruction).kind == Shape::Varying) visit(instruction);
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
  AssumedStride sum;
  if (!sumOf(instruction, sum)) return;
  if (isExtension(instruction)) {
    if (std::abs(sum.stride) > kMostStride) return;
    if (sum.stride != 0) sum.assumptions.push_back(&instruction);
  }
  if (!sum.assumptions.empty() && sum.assumptions.size() <= kMostAssumptions)
    strides_[&instruction] = std::move(sum);
}

// Of an id, or of what is made of it, and a uniform number.
void AssumedStrides::visitPart(const llvm::Instruction& part) {
  if (!part.getType()->isIntegerTy(32) && !part.getType()->isIntegerTy(64)) return;
  const bool isSwapped = part.isCommutative() && shapes_.isUniform(*part.getOperand(0));
  const llvm::Value &id = *part.getOperand(isSwapped ? 1 : 0),
                    &number = *part.getOperand(isSwapped ? 0 : 1);
  if (!isKnown(id) || !shapes_.isUniform(number) || strideOf(id) == 0 ||
      neverContinues(part, lanes_))
    return;
  strides_[&part] = {isQuotient(part) ? 0 : strideOf(id), {&part}};
}

bool AssumedStrides::sumOf(const llvm::Instruction& instruction, AssumedStride& sum) const {
  const auto operand = [&](unsigned number) -> const llvm::Value& {
    return *instruction.getOperand(number);
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt: return isExtension(instruction) && add(sum, operand(0), 1);
    case llvm::Instruction::Trunc:
      return instruction.getType()->isIntegerTy(32) && add(sum, operand(0), 1);
    case llvm::Instruction::Add: return add(sum, operand(0), 1) && add(sum, operand(1), 1);
    case llvm::Instruction::Sub: return add(sum, operand(0), 1) && add(sum, operand(1), -1);
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
      if (const std::optional<int64_t> factor = factorOf(instruction))
        return add(sum, operand(0), *factor);
      return add(sum, operand(0), 1) && add(sum, operand(1), 1) && strideOf(operand(0)) == 0 &&
             strideOf(operand(1)) == 0;
    case llvm::Instruction::GetElementPtr:
      return instruction.getType()->isPointerTy() && sumOfAddress(instruction, sum);
    default: return false;
  }
}

bool AssumedStrides::sumOfAddress(const llvm::Instruction& address, AssumedStride& sum) const {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  if (!add(sum, *address.getOperand(0), 1)) return false;
  for (auto step = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); step != end;
       ++step) {
    if (step.isStruct()) continue;
    const llvm::Value& index = *step.getOperand();
    // An index of less than 64 bits is extended without a promise.
    if (!shapes_.isUniform(index) && index.getType()->getIntegerBitWidth() < 64) return false;
    const uint64_t bytes = step.getSequentialElementStride(layout).getFixedValue();
    if (!add(sum, index, static_cast<int64_t>(bytes))) return false;
  }
  return true;
}

bool AssumedStrides::isKnown(const llvm::Value& value) const {
  return shapes_.of(value).kind != Shape::Varying || of(value);
}

int64_t AssumedStrides::strideOf(const llvm::Value& value) const {
  const AssumedStride* assumed = of(value);
  return assumed ? assumed->stride : shapes_.of(value).stride;
}

// Whether the value is known as well.
bool AssumedStrides::add(AssumedStride& sum, const llvm::Value& value, int64_t factor) const {
  if (!isKnown(value)) return false;
  if (const AssumedStride* assumed = of(value))
    for (const llvm::Instruction* assumption : assumed->assumptions)
      if (!llvm::is_contained(sum.assumptions, assumption)) sum.assumptions.push_back(assumption);
  int64_t stride = 0;
  return !__builtin_mul_overflow(strideOf(value), factor, &stride) &&
         !__builtin_add_overflow(sum.stride, stride, &sum.stride);
}

}  // namespace lanewise
