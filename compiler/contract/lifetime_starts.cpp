// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable without a marker of its lifetime lives from its alloca on.
#include "compiler/contract/lifetime_starts.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {

LifetimeStarts lifetimeStartsOf(llvm::Function& function) {
  LifetimeStarts starts;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) starts[variable];
    auto* start = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
    if (!start || start->getIntrinsicID() != llvm::Intrinsic::lifetime_start) continue;
    if (auto* variable =
            llvm::dyn_cast<llvm::AllocaInst>(start->getArgOperand(1)->stripPointerCasts()))
      starts[variable].push_back(start);
  }
  for (auto& [variable, places] : starts)
    if (places.empty()) places.push_back(variable);
  return starts;
}

}  // namespace lanewise
