// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata "lanewise.small-object". Passes of LLVM drop it, as all metadata that they do not know,
// where they make an access that the program may not make. A masked access that becomes a plain one
// keeps it: then all lanes made it.
#include "compiler/contract/small_objects.h"

#include "compiler/contract/instruction_marks.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {
namespace {

struct Access {
  llvm::Value* address = nullptr;
  llvm::Value* mask = nullptr;  // null: all
};

Access accessOf(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::masked_load: return {call->getArgOperand(0), call->getArgOperand(2)};
      case llvm::Intrinsic::masked_store: return {call->getArgOperand(1), call->getArgOperand(3)};
      default: return {};
    }
  return {const_cast<llvm::Value*>(llvm::getLoadStorePointerOperand(&instruction))};
}

}  // namespace

void markSmallObject(llvm::Instruction& access) {
  const llvm::Value* address = accessOf(access).address;
  if (address && llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(address, /*MaxLookup=*/0)))
    access.setMetadata(kSmallObject, llvm::MDNode::get(access.getContext(), {}));
}

llvm::Value* addressInSmallObject(const llvm::Instruction& access) {
  if (!access.hasMetadata(kSmallObject)) return nullptr;
  const Access made = accessOf(access);
  const bool isWhole =
      !made.mask || llvm::PatternMatch::match(made.mask, llvm::PatternMatch::m_AllOnes());
  return isWhole ? made.address : nullptr;
}

}  // namespace lanewise
