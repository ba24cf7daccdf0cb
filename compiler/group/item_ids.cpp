// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids follow from the counters of the loops over work-items.
#include "compiler/group/item_ids.h"

#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

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

}  // namespace

llvm::Value* valueOf(llvm::CallInst& call, KernelCall kind, const ItemIds& ids) {
  Builder builder(&call);
  const unsigned dim = dimensionOf(call);
  switch (kind) {
    case KernelCall::LocalId: return ids.local[dim];
    case KernelCall::GlobalId: return add(builder, ids.base[dim], ids.local[dim]);
    case KernelCall::LocalLinearId: return add(builder, ids.row, ids.local[0]);
    case KernelCall::GlobalLinearId: return globalLinearId(builder, ids);
    case KernelCall::LiveLanes: return ids.live;
    case KernelCall::MayBeFull: return ids.mayBeFull;
    case KernelCall::AssumesSmallMemory: return ids.smallMemory;
    case KernelCall::ItemSpill: return itemSpill(builder, *call.getFunction(), ids);
    default: return nullptr;
  }
}

}  // namespace lanewise
