// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of the flattened id by the sizes of the work-group, in floats.
#include "compiler/lanes/write/row_ids.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

// Exact: the numbers are below 2^13, and a quotient of numbers below 2^24 is not rounded up to the
// next whole number.
llvm::Value* quotient(Builder& builder, llvm::Value* dividend, llvm::Value* divisor) {
  llvm::Type* number = dividend->getType()->getWithNewType(builder.getFloatTy());
  return builder.CreateFPToSI(builder.CreateFDiv(builder.CreateSIToFP(dividend, number),
                                                 builder.CreateSIToFP(divisor, number)),
                              dividend->getType());
}

}  // namespace

// Dead lanes continue the row of the last work-item, so that they do not spoil an assumed stride.
void widenRowId(Widening& widening, llvm::CallInst& call) {
  Builder& builder = widening.builder();
  llvm::Type* type = builder.getInt32Ty();
  const auto splat = [&](llvm::Value* number) {
    return builder.CreateVectorSplat(widening.lanes(), builder.CreateTrunc(number, type));
  };
  std::array<llvm::Value*, 3> sizes;
  for (unsigned dim = 0; dim < 3; ++dim)
    sizes[dim] = emitKernelCall(builder, KernelCall::LocalSize, dim);
  llvm::Value* items = builder.CreateMul(sizes[0], builder.CreateMul(sizes[1], sizes[2]));
  llvm::Value* last = builder.CreateSub(items, builder.getInt64(1));
  llvm::Value* ids = builder.CreateAdd(splat(emitKernelCall(builder, KernelCall::LocalId, 0)),
                                       widening.laneNumbers(type));
  llvm::Value* live = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, ids, splat(last));
  llvm::Value* row = quotient(builder, live, splat(sizes[0]));
  const auto remainder = [&](llvm::Value* number, llvm::Value* part, llvm::Value* size) {
    return builder.CreateSub(number, builder.CreateMul(part, splat(size)));
  };
  llvm::Value* result = nullptr;
  switch (dimensionOf(call)) {
    case 0: result = remainder(ids, row, sizes[0]); break;
    case 1: result = remainder(row, quotient(builder, row, splat(sizes[1])), sizes[1]); break;
    default: result = quotient(builder, row, splat(sizes[1]));
  }
  widening.setLeaves(call, {builder.CreateZExt(result, widening.vectorOf(call.getType()))});
}

}  // namespace lanewise
