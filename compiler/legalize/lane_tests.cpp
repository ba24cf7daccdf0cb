// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests stand behind the definition of the mask.
#include "compiler/legalize/lane_tests.h"

#include "compiler/target/pages.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

}  // namespace

llvm::Value* LaneTests::any(Builder& builder, llvm::Value* bits) {
  return builder.CreateICmpNE(bits, llvm::Constant::getNullValue(bits->getType()));
}

llvm::Value* LaneTests::isFull(Builder& builder, llvm::Value* bits) {
  return builder.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
}

llvm::Value* LaneTests::isReadable(Builder& builder, const MaskedAccess& access) {
  llvm::Value* number = builder.CreatePtrToInt(access.address, builder.getInt64Ty());
  llvm::Value* low = builder.CreateTrunc(number, builder.getInt32Ty());
  llvm::Value* inPage = builder.CreateAnd(low, builder.getInt32(kPageBytes - 1));
  return builder.CreateICmpSLE(inPage, lastReadable(access));
}

// i32: the last place in a page from which all elements may be read. Asked for once for all
// accesses under a mask.
llvm::Value* LaneTests::lastReadable(const MaskedAccess& access) {
  const uint64_t bytes = layout_.getTypeStoreSize(access.type).getFixedValue();
  llvm::Value* active = bitsOf(access);
  llvm::Value*& last = lastReadable_[{access.elementMask(), bytes}];
  if (last) return last;
  Builder builder = atDefinition(access);
  const auto place = [&](int64_t number) {
    return builder.getInt32(static_cast<uint32_t>(std::max<int64_t>(number, -1)));
  };
  llvm::Value* part = builder.CreateSelect(
      any(builder, active), place(int64_t{kPageBytes} - static_cast<int64_t>(bytes)), place(-1));
  return last = builder.CreateSelect(isFull(builder, active), place(kPageBytes - 1), part);
}

llvm::Value* LaneTests::bitsOf(const MaskedAccess& access) {
  llvm::Value*& bits = bits_[access.elementMask()];
  if (bits) return bits;
  Builder builder = atDefinition(access);
  llvm::Value* lanes = inOrder(builder, access.order, access.mask);
  return bits = builder.CreateBitCast(lanes, builder.getIntNTy(access.lanes()));
}

// A builder at the definition of the mask, behind what was written there before.
Builder LaneTests::atDefinition(const MaskedAccess& access) {
  auto* mask = llvm::dyn_cast<llvm::Instruction>(access.elementMask());
  if (auto* bits = llvm::dyn_cast_or_null<llvm::Instruction>(bits_.lookup(access.elementMask())))
    mask = bits;
  return Builder(&*(mask ? *mask->getInsertionPointAfterDef()
                         : function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()));
}

}  // namespace lanewise
