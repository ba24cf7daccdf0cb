// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of expand-masked-accesses and of expand-gathers.
#include "compiler/legalize/active_lanes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

void visitActiveLanes(llvm::Value& active, llvm::Instruction& at,
                      llvm::function_ref<void(llvm::IRBuilder<>&, llvm::Value&)> visit) {
  llvm::BasicBlock* before = at.getParent();
  llvm::BasicBlock* behind = llvm::SplitBlock(before, &at);
  auto* lane = llvm::BasicBlock::Create(at.getContext(), "lane", before->getParent(), behind);
  llvm::IRBuilder<> builder(before->getTerminator());
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  const auto continueIfAny = [&](llvm::Value& bits) {
    builder.CreateCondBr(builder.CreateIsNotNull(&bits), lane, behind);
  };
  // As long as addresses, which contain the number of the lane.
  llvm::Value* all = builder.CreateZExt(&active, builder.getInt64Ty());
  continueIfAny(*all);
  before->getTerminator()->eraseFromParent();

  builder.SetInsertPoint(lane);
  llvm::PHINode* left = builder.CreatePHI(all->getType(), 2);
  left->addIncoming(all, before);
  llvm::Value* number =
      builder.CreateIntrinsic(llvm::Intrinsic::cttz, {left->getType()}, {left, builder.getTrue()});
  visit(builder, *number);
  llvm::Value* rest = builder.CreateAnd(
      left, builder.CreateAdd(left, llvm::Constant::getAllOnesValue(left->getType())));
  left->addIncoming(rest, lane);
  continueIfAny(*rest);
}

llvm::AllocaInst* LaneVariable::ofBytes(uint64_t bytes) {
  const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(function_.getContext()), bytes);
  if (!variable_)
    variable_ = new llvm::AllocaInst(type, layout.getAllocaAddrSpace(), nullptr, kAlign, "lanes",
                                     function_.getEntryBlock().begin());
  else if (layout.getTypeAllocSize(variable_->getAllocatedType()).getFixedValue() < bytes)
    variable_->setAllocatedType(type);
  return variable_;
}

}  // namespace lanewise
