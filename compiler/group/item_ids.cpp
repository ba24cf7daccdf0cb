// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids follow from the counters of the loops over work-items.
#include "compiler/group/item_ids.h"

#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {

using namespace llvm::PatternMatch;
using Builder = llvm::IRBuilder<>;

llvm::Value* add(Builder& builder, llvm::Value* a, llvm::Value* b) {
  return builder.CreateAdd(a, b, "", /*HasNUW=*/true, /*HasNSW=*/true);
}

llvm::Value* multiply(Builder& builder, llvm::Value* a, llvm::Value* b) {
  return builder.CreateMul(a, b, "", /*HasNUW=*/true, /*HasNSW=*/true);
}

namespace {

llvm::Value* globalLinearId(Builder& builder, const ItemIds& ids) {
  llvm::Value* result = nullptr;
  for (int dim = 2; dim >= 0; --dim) {
    llvm::Value* offset = emitKernelCall(builder, KernelCall::GlobalOffset, dim);
    llvm::Value* id = builder.CreateSub(add(builder, ids.base[dim], ids.local[dim]), offset);
    if (!result) {
      result = id;
      continue;
    }
    llvm::Value* size = emitKernelCall(builder, KernelCall::GlobalSize, dim);
    result = add(builder, multiply(builder, result, size), id);
  }
  return result;
}

llvm::Value* itemSpill(Builder& builder, const llvm::Function& kernel, const ItemIds& ids) {
  llvm::Value* items = emitKernelCall(builder, KernelCall::SpillItems);
  llvm::Value* offset =
      multiply(builder, ids.part,
               builder.getInt64(kernel.getFnAttributeAsParsedInteger(kSpillVectorBytesAttribute)));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), items, offset);
}

// The sign is the same in the whole row.
void extendOnce(llvm::CallInst& id, const ItemIds& ids) {
  Builder builder(&id);
  llvm::SmallVector<llvm::Instruction*, 8> numbers;  // of 32 bits, or their place in 64
  for (llvm::User* user : id.users())
    if (user->getType()->isIntegerTy(32) ? match(user, m_Trunc(m_Value()))
                                         : match(user, m_Shl(m_Specific(&id), m_SpecificInt(32))))
      numbers.push_back(llvm::cast<llvm::Instruction>(user));
  llvm::Value *asSigned = nullptr, *asUnsigned = nullptr;
  const auto replace = [&](llvm::Value& extension, llvm::Value*& sum, bool isSigned) {
    if (!sum) {
      Builder before(ids.rowBegin);
      llvm::Value* base = before.CreateIntCast(before.CreateTrunc(ids.base[0], before.getInt32Ty()),
                                               before.getInt64Ty(), isSigned);
      sum = builder.CreateAdd(base, ids.local[0], "", /*HasNUW=*/!isSigned, /*HasNSW=*/true);
    }
    extension.replaceAllUsesWith(sum);
  };
  for (llvm::User* user : llvm::make_early_inc_range(id.users()))
    if (match(user, m_And(m_Specific(&id), m_SpecificInt(0xffffffff))))
      replace(*user, asUnsigned, /*isSigned=*/false);
  for (llvm::Instruction* number : numbers)
    for (llvm::User* user : llvm::make_early_inc_range(number->users())) {
      if (!user->getType()->isIntegerTy(64)) continue;
      if (match(user, m_SExt(m_Value())) ||
          match(user, m_AShr(m_Specific(number), m_SpecificInt(32))))
        replace(*user, asSigned, /*isSigned=*/true);
      else if (match(user, m_ZExt(m_Value())))
        replace(*user, asUnsigned, /*isSigned=*/false);
    }
  if (llvm::Value* sum = asSigned ? asSigned : asUnsigned)
    for (llvm::Instruction* number : numbers) number->setOperand(0, sum);
}

}  // namespace

llvm::Value* valueOf(llvm::CallInst& call, KernelCall kind, const ItemIds& ids) {
  Builder builder(&call);
  const unsigned dim = dimensionOf(call);
  switch (kind) {
    case KernelCall::LocalId: return ids.local[dim];
    case KernelCall::GlobalId:
      if (dim == 0 && ids.rowBegin) extendOnce(call, ids);
      return add(builder, ids.base[dim], ids.local[dim]);
    case KernelCall::LocalLinearId: return add(builder, ids.row, ids.local[0]);
    case KernelCall::GlobalLinearId: return globalLinearId(builder, ids);
    case KernelCall::LiveLanes: return ids.live;
    case KernelCall::MayBeFull: return ids.mayBeFull;
    case KernelCall::AllLanes: return call.getArgOperand(0);
    case KernelCall::AssumesSmallMemory: return ids.smallMemory;
    case KernelCall::ItemSpill: return itemSpill(builder, *call.getFunction(), ids);
    default: return nullptr;
  }
}

}  // namespace lanewise
