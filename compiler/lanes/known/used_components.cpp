// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A backward analysis that starts with no component: values that only use each other in a loop are
// not used.
#include "compiler/lanes/known/used_components.h"

#include "compiler/lanes/known/elementwise_operations.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise {
namespace {

std::optional<unsigned> componentsOf(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type ? std::optional(type->getNumElements()) : std::nullopt;
}

llvm::APInt one(unsigned components, const llvm::Value& index) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&index);
  if (!number) return llvm::APInt::getAllOnes(components);
  return llvm::APInt::getOneBitSet(components,
                                   static_cast<unsigned>(number->getLimitedValue(components - 1)));
}

}  // namespace

UsedComponents::UsedComponents(llvm::Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock* block : llvm::post_order(&function))
      for (const llvm::Instruction& instruction : llvm::reverse(*block)) {
        const std::optional<unsigned> components = componentsOf(instruction);
        if (!components) continue;
        llvm::APInt used = llvm::APInt::getZero(*components);
        for (const llvm::Use& use : instruction.uses()) used |= usedBy(use);
        llvm::APInt& known = used_.try_emplace(&instruction, *components, 0).first->second;
        changed |= used != known;
        known = used;
      }
  }
}

llvm::APInt UsedComponents::usedBy(const llvm::Use& use) const {
  const unsigned components = *componentsOf(*use.get());
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  const auto found = used_.find(user);
  const llvm::APInt ofUser = found == used_.end()
                                 ? llvm::APInt::getZero(componentsOf(*user).value_or(components))
                                 : found->second;
  if (llvm::isa<llvm::ExtractElementInst>(user)) return one(components, *user->getOperand(1));
  if (llvm::isa<llvm::InsertElementInst>(user))
    return llvm::isa<llvm::ConstantInt>(user->getOperand(2))
               ? ofUser & ~one(components, *user->getOperand(2))
               : ofUser;
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user)) {
    llvm::APInt used = llvm::APInt::getZero(components);
    const int first = use.getOperandNo() == 0 ? 0 : static_cast<int>(components);
    for (const auto [i, from] : llvm::enumerate(shuffle->getShuffleMask()))
      if (ofUser[static_cast<unsigned>(i)] && from >= first &&
          from < first + static_cast<int>(components))
        used.setBit(static_cast<unsigned>(from - first));
    return used;
  }
  const bool keepsOrder = llvm::isa<llvm::PHINode>(user) || isElementwise(*user);
  if (keepsOrder && componentsOf(*user) == components) return ofUser;
  return llvm::APInt::getAllOnes(components);
}

double UsedComponents::shareOf(const llvm::Value& value) const {
  const auto found = used_.find(&value);
  if (found == used_.end()) return 1;
  return static_cast<double>(found->second.popcount()) / found->second.getBitWidth();
}

}  // namespace lanewise
