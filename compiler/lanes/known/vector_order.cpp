// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All candidates are assumed to be in the order of memory until an operand is not. Phis of loops
// need this.
#include "compiler/lanes/known/vector_order.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

unsigned componentsOf(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type ? type->getNumElements() : 1;
}

// How often a block runs, roughly.
double weightOf(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  return std::pow(8.0, std::min(loops.getLoopDepth(&block), 3U));
}

// What a group of connected values costs in either order.
struct Shuffles {
  double asInMemory = 0;   // where components are taken apart or moved
  double byComponent = 0;  // in loads and stores
};

constexpr double kMove = 0.5;  // of components, which takes no code by component

}  // namespace

VectorOrder::VectorOrder(llvm::Function& function, const Shapes& shapes,
                         const llvm::LoopInfo& loops)
    : shapes_(shapes) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (canBe(instruction)) asInMemory_.insert(&instruction);
  for (bool changed = !asInMemory_.empty(); changed;) {
    changed = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (asInMemory_.contains(&instruction) && !hasOperandsInOrder(instruction))
        changed |= asInMemory_.erase(&instruction);
  }
  dropWhereItCostsMore(loops);
}

// Values that are computed from each other have one order.
void VectorOrder::dropWhereItCostsMore(const llvm::LoopInfo& loops) {
  llvm::EquivalenceClasses<const llvm::Value*> groups;
  for (const llvm::Value* value : asInMemory_) {
    groups.insert(value);
    for (const llvm::Value* operand : llvm::cast<llvm::Instruction>(value)->operand_values())
      if (asInMemory_.contains(operand)) groups.unionSets(value, operand);
  }
  llvm::DenseMap<const llvm::Value*, Shuffles> costs;  // by leader of a group
  for (const llvm::Value* value : asInMemory_) {
    Shuffles& cost = costs[groups.getLeaderValue(value)];
    const double own = weightOf(*llvm::cast<llvm::Instruction>(value)->getParent(), loops);
    if (llvm::isa<llvm::LoadInst>(value)) cost.byComponent += own;
    if (llvm::isa<llvm::ShuffleVectorInst>(value)) cost.asInMemory += kMove * own;
    for (const llvm::User* user : value->users()) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (asInMemory_.contains(instruction)) continue;
      const double weight = weightOf(*instruction->getParent(), loops);
      (llvm::isa<llvm::StoreInst>(instruction) ? cost.byComponent : cost.asInMemory) += weight;
    }
  }
  for (const auto& [leader, cost] : costs)
    if (cost.asInMemory > cost.byComponent)
      for (auto value = groups.findLeader(leader); value != groups.member_end(); ++value)
        asInMemory_.erase(*value);
}

bool VectorOrder::canBe(const llvm::Instruction& instruction) const {
  const unsigned count = componentsOf(instruction);
  if (count < 2 || count > kMostLeaves || !llvm::has_single_bit(count)) return false;
  if (shapes_.isUniform(instruction)) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isUnordered() && !interleavedVariable(*load->getPointerOperand());
  if (llvm::isa<llvm::ShuffleVectorInst>(instruction)) return !llvm::getSplatValue(&instruction);
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
