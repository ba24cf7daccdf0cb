// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/lanes/assumed_strides.h"

#include "compiler/lanes/shapes.h"

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

constexpr unsigned kMostConversions = 3;
constexpr int64_t kMostStride = 1 << 24;  // from lane to lane: all lanes are less than 2^31 apart

std::optional<int64_t> factorOf(const llvm::Instruction& product) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(product.getOperand(1));
  if (!number || number->getBitWidth() > 64) return std::nullopt;
  const int64_t value = number->getSExtValue();
  if (product.getOpcode() == llvm::Instruction::Mul) return value;
  return value >= 0 && value < 32 ? std::optional(int64_t{1} << value) : std::nullopt;
}

bool isExtension(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction) &&
         instruction.getOperand(0)->getType()->isIntegerTy(32) &&
         instruction.getType()->isIntegerTy(64);
}

}  // namespace

AssumedStrides::AssumedStrides(llvm::Function& function, const Shapes& shapes) : shapes_(shapes) {
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    for (const llvm::Instruction& instruction : *block)
      if (shapes.of(instruction).kind == Shape::Varying) visit(instruction);
}

void AssumedStrides::visit(const llvm::Instruction& instruction) {
  if (isExtension(instruction)) {
    const Shape operand = shapes_.of(*instruction.getOperand(0));
    if (operand.kind == Shape::Strided && std::abs(operand.stride) <= kMostStride)
      strides_[&instruction] = {operand.stride, {llvm::cast<llvm::CastInst>(&instruction)}};
    return;
  }
  AssumedStride sum;
  bool known = false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      known = add(sum, *instruction.getOperand(0), 1) && add(sum, *instruction.getOperand(1), 1);
      break;
    case llvm::Instruction::Sub:
      known = add(sum, *instruction.getOperand(0), 1) && add(sum, *instruction.getOperand(1), -1);
      break;
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
      if (const std::optional<int64_t> factor = factorOf(instruction))
        known = add(sum, *instruction.getOperand(0), *factor);
      break;
    case llvm::Instruction::GetElementPtr: {
      if (!instruction.getType()->isPointerTy()) return;
      const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
      known = add(sum, *instruction.getOperand(0), 1);
      for (auto step = llvm::gep_type_begin(instruction), end = llvm::gep_type_end(instruction);
           known && step != end; ++step)
        if (!step.isStruct())
          known =
              add(sum, *step.getOperand(),
                  static_cast<int64_t>(step.getSequentialElementStride(layout).getFixedValue()));
      break;
    }
    default: return;
  }
  if (known && !sum.conversions.empty() && sum.conversions.size() <= kMostConversions)
    strides_[&instruction] = std::move(sum);
}

// Whether the value is known as well.
bool AssumedStrides::add(AssumedStride& sum, const llvm::Value& value, int64_t factor) const {
  const Shape shape = shapes_.of(value);
  int64_t stride = shape.stride;
  if (shape.kind == Shape::Varying) {
    const AssumedStride* assumed = of(value);
    if (!assumed) return false;
    stride = assumed->stride;
    for (const llvm::CastInst* conversion : assumed->conversions)
      if (!llvm::is_contained(sum.conversions, conversion)) sum.conversions.push_back(conversion);
  } else if (shape.kind == Shape::Strided && !value.getType()->isPointerTy() &&
             value.getType()->getIntegerBitWidth() < 64) {
    return false;  // an index that is extended without a promise
  }
  return !__builtin_mul_overflow(stride, factor, &stride) &&
         !__builtin_add_overflow(sum.stride, stride, &sum.stride);
}

}  // namespace lanewise
