// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes "lanewise-tier".
#include "compiler/contract/tier.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cassert>
#include <iterator>

namespace lanewise {

Tier tierOf(const llvm::Function& function) {
  const llvm::StringRef name = function.getFnAttribute(kTierAttribute).getValueAsString();
  if (name.empty()) return Tier::First;
  const auto* row =
      llvm::find_if(kTiers, [&](const TierRow& one) { return name == llvm::StringRef(one.name); });
  assert(row != std::end(kTiers) && "written by setTier()");
  return static_cast<Tier>(row - std::begin(kTiers));
}

void setTier(llvm::Function& kernel, Tier tier) {
  kernel.addFnAttr(kTierAttribute, rowOf(tier).name);
}

bool mayBeCompiledAgain(const llvm::Function& kernel) {
  const auto isVariable = [](const llvm::GlobalVariable& object) {
    return !object.isConstant() && object.getAddressSpace() != kLocalAddressSpace;
  };
  return !kernel.hasFnAttribute(kUsesHostCallsAttribute) &&
         llvm::none_of(kernel.getParent()->globals(), isVariable);
}

bool mayBeFirst(const llvm::Function& kernel) {
  return rowOf(tierOf(kernel)).isFollowed && mayBeCompiledAgain(kernel);
}

}  // namespace lanewise
