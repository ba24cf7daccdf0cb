// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ids and sizes. It folds to constants for size one.
#include "compiler/lower/sub_group_values.h"

#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilderBase;

llvm::Value* sizeOf(Builder& builder) {
  return builder.getInt64(subGroupSizeOf(*builder.GetInsertBlock()->getParent()));
}

// Work-items of the work-group to which the sizes of `call` apply.
llvm::Value* groupItems(Builder& builder, KernelCall call) {
  llvm::Value* items = emitKernelCall(builder, call, 0);
  for (const unsigned dim : {1u, 2u})
    items = builder.CreateMul(items, emitKernelCall(builder, call, dim));
  return items;
}

llvm::Value* subGroupsOf(Builder& builder, KernelCall call) {
  llvm::Value* size = sizeOf(builder);
  llvm::Value* rounded =
      builder.CreateAdd(groupItems(builder, call), builder.CreateSub(size, builder.getInt64(1)));
  return builder.CreateUDiv(rounded, size);
}

llvm::Value* subGroupId(Builder& builder) {
  return builder.CreateUDiv(emitKernelCall(builder, KernelCall::LocalLinearId), sizeOf(builder));
}

// The last sub-group of a group may be smaller.
llvm::Value* currentSize(Builder& builder) {
  llvm::Value* size = sizeOf(builder);
  if (subGroupSizeOf(*builder.GetInsertBlock()->getParent()) == 1) return size;
  llvm::Value* before = builder.CreateMul(subGroupId(builder), size);
  llvm::Value* left = builder.CreateSub(groupItems(builder, KernelCall::LocalSize), before);
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, size);
}

struct Mask {
  llvm::StringRef variable;
  SubGroupMask mask;
};
constexpr Mask kMasks[] = {
    {"BuiltInSubgroupEqMask", SubGroupMask::Equal},
    {"BuiltInSubgroupGeMask", SubGroupMask::GreaterOrEqual},
    {"BuiltInSubgroupGtMask", SubGroupMask::Greater},
    {"BuiltInSubgroupLeMask", SubGroupMask::LessOrEqual},
    {"BuiltInSubgroupLtMask", SubGroupMask::Less},
};

}  // namespace

uint64_t subGroupSizeOf(const llvm::Function& kernel) {
  return kernel.getFnAttributeAsParsedInteger(kSubGroupSizeAttribute, 1);
}

llvm::Value* subGroupLocalId(Builder& builder) {
  return builder.CreateURem(emitKernelCall(builder, KernelCall::LocalLinearId), sizeOf(builder));
}

llvm::Value* subGroupMask(Builder& builder, SubGroupMask mask) {
  const unsigned size = unsigned(subGroupSizeOf(*builder.GetInsertBlock()->getParent()));
  llvm::Value* all = builder.getInt(llvm::APInt::getLowBitsSet(128, size));
  if (mask == SubGroupMask::All) return all;
  llvm::Value* one = builder.getIntN(128, 1);
  llvm::Value* equal =
      builder.CreateShl(one, builder.CreateZExt(subGroupLocalId(builder), one->getType()));
  llvm::Value* less = builder.CreateSub(equal, one);
  switch (mask) {
    case SubGroupMask::All:
    case SubGroupMask::Equal: return equal;
    case SubGroupMask::Less: return less;
    case SubGroupMask::LessOrEqual: return builder.CreateOr(less, equal);
    case SubGroupMask::GreaterOrEqual: return builder.CreateAnd(all, builder.CreateNot(less));
    case SubGroupMask::Greater:
      return builder.CreateAnd(all, builder.CreateNot(builder.CreateOr(less, equal)));
  }
  llvm_unreachable("every mask has its case");
}

llvm::Value* readSubGroupVariable(Builder& builder, llvm::StringRef variable) {
  if (variable == "BuiltInSubgroupSize") return currentSize(builder);
  if (variable == "BuiltInSubgroupMaxSize") return sizeOf(builder);
  if (variable == "BuiltInNumSubgroups") return subGroupsOf(builder, KernelCall::LocalSize);
  if (variable == "BuiltInNumEnqueuedSubgroups")
    return subGroupsOf(builder, KernelCall::EnqueuedLocalSize);
  if (variable == "BuiltInSubgroupId") return subGroupId(builder);
  if (variable == "BuiltInSubgroupLocalInvocationId") return subGroupLocalId(builder);
  // The translator adds the extension's suffix to some names.
  variable.consume_back("KHR");
  const Mask* mask = llvm::find_if(kMasks, [&](const Mask& m) { return m.variable == variable; });
  if (mask == std::end(kMasks)) return nullptr;
  return builder.CreateBitCast(subGroupMask(builder, mask->mask),
                               llvm::FixedVectorType::get(builder.getInt32Ty(), 4));
}

}  // namespace lanewise
