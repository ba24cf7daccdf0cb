// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All candidates are assumed to be in the order of memory until an operand is not. Phis of loops
// need this.
#include "compiler/lanes/vector_order.h"

#include "compiler/ir/interleaved.h"
#include "compiler/lanes/elementwise.h"
#include "compiler/lanes/lane_memory.h"
#include "compiler/lanes/shapes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

unsigned componentsOf(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type ? type->getNumElements() : 1;
}

}  // namespace

VectorOrder::VectorOrder(llvm::Function& function, const Shapes& shapes) : shapes_(shapes) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (canBe(instruction)) asInMemory_.insert(&instruction);
  for (bool changed = !asInMemory_.empty(); changed;) {
    changed = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (asInMemory_.contains(&instruction) && !hasOperandsInOrder(instruction))
        changed |= asInMemory_.erase(&instruction);
  }
}

bool VectorOrder::canBe(const llvm::Instruction& instruction) const {
  const unsigned count = componentsOf(instruction);
  if (count < 2 || count > kMostLeaves || !llvm::has_single_bit(count)) return false;
  if (shapes_.isUniform(instruction)) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isUnordered() && !interleavedVariable(*load->getPointerOperand());
  return llvm::isa<llvm::PHINode, llvm::BitCastInst>(instruction) || isElementwise(instruction);
}

// A value that all lanes share and one whose components are the same are cheap in any order.
bool VectorOrder::hasOperandsInOrder(const llvm::Instruction& instruction) const {
  if (llvm::isa<llvm::LoadInst>(instruction)) return true;
  if (llvm::isa<llvm::BitCastInst>(instruction) &&
      componentsOf(*instruction.getOperand(0)) != componentsOf(instruction))
    return true;
  bool hasOne = false;
  for (const llvm::Value* operand : instruction.operand_values()) {
    if (componentsOf(*operand) == 1 || shapes_.isUniform(*operand) || llvm::getSplatValue(operand))
      continue;
    if (!asInMemory_.contains(operand)) return false;
    hasOne = true;
  }
  return hasOne;
}

}  // namespace lanewise
