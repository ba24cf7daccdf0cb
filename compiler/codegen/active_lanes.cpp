// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of expand-masked-accesses and of expand-gathers.
#include "compiler/codegen/active_lanes.h"

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
  llvm::Function* function = before->getParent();
  auto* loop = llvm::BasicBlock::Create(at.getContext(), "lanes", function, behind);
  auto* lane = llvm::BasicBlock::Create(at.getContext(), "lane", function, behind);
  before->getTerminator()->setSuccessor(0, loop);

  llvm::IRBuilder<> builder(loop);
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  llvm::PHINode* left = builder.CreatePHI(active.getType(), 2);
  left->addIncoming(&active, before);
  llvm::Constant* none = llvm::Constant::getNullValue(left->getType());
  builder.CreateCondBr(builder.CreateICmpNE(left, none), lane, behind);

  builder.SetInsertPoint(lane);
  llvm::Value* number =
      builder.CreateIntrinsic(llvm::Intrinsic::cttz, {left->getType()}, {left, builder.getTrue()});
  visit(builder, *builder.CreateZExt(number, builder.getInt64Ty()));
  left->addIncoming(
      builder.CreateAnd(left,
                        builder.CreateAdd(left, llvm::Constant::getAllOnesValue(left->getType()))),
      lane);
  builder.CreateBr(loop);
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
