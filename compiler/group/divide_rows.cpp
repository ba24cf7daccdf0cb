// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In front of the loops of work_item_loops.cpp.
#include "compiler/group/divide_rows.h"

#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise {

Vectors divideRows(llvm::IRBuilder<>& builder, const RowDivision& division, const ItemIds& ids) {
  llvm::Value* size = ids.size[0];
  llvm::ConstantInt* lanes = builder.getInt64(division.lanes);
  if (division.lanes == 1) return {size, size, lanes};
  llvm::Value* crosses = nullptr;
  if (division.mayCross) {
    llvm::Value* last =
        builder.CreateAdd(ids.base[0], builder.CreateSub(size, builder.getInt64(1)));
    crosses =
        builder.CreateICmpNE(builder.CreateLShr(ids.base[0], 31), builder.CreateLShr(last, 31));
  }
  llvm::Value* full = builder.CreateUDiv(size, lanes);
  llvm::Value* total =
      builder.CreateUDiv(add(builder, size, builder.getInt64(division.lanes - 1)), lanes);
  llvm::Value* none = crosses;
  if (division.needsSmallMemory) {
    llvm::Value* large = builder.CreateNot(emitKernelCall(builder, KernelCall::HasSmallMemory));
    none = crosses ? builder.CreateOr(crosses, large) : large;
  }
  if (none) full = builder.CreateSelect(none, builder.getInt64(0), full);
  if (!crosses) return {full, total, lanes};
  return {full, builder.CreateSelect(crosses, size, total),
          builder.CreateSelect(crosses, builder.getInt64(1), lanes)};
}

}  // namespace lanewise
