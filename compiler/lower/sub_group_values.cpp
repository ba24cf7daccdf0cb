// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ids and sizes. In a sub-group of one work-item, a reduction is its value and an
// exclusive scan its identity. A value from another work-item is the work-item's own, since its
// index is out of range. No instruction waits or is convergent.
#include "compiler/lower/sub_group_values.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cassert>

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

bool hasSeveral(Builder& builder) {
  return subGroupSizeOf(*builder.GetInsertBlock()->getParent()) > 1;
}

// A mask of 32 bits has not one for each work-item.
bool isWide(Builder& builder) {
  return subGroupSizeOf(*builder.GetInsertBlock()->getParent()) > 32;
}

void markUse(Builder& builder) {
  builder.GetInsertBlock()->getParent()->addFnAttr(kUsesSubGroupsAttribute);
}

// The pointer to a block is promised to be aligned for an element, and for more only where one
// writes.
llvm::Align elementAlign(const llvm::Type& type) {
  return llvm::Align(type.getScalarSizeInBits() / 8);
}

// The last sub-group of a group may be smaller.
llvm::Value* currentSize(Builder& builder) {
  llvm::Value* size = sizeOf(builder);
  if (!hasSeveral(builder)) return size;
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

llvm::Value* emitForSubGroup(Builder& builder, const SubGroupCallName& name,
                             llvm::ArrayRef<llvm::Value*> operands) {
  llvm::Value* value = operands.empty() ? nullptr : operands.front();
  if (hasSeveral(builder)) {
    markUse(builder);
    llvm::Type* type = value ? value->getType() : builder.getVoidTy();
    if (name.call == SubGroupCall::Ballot)
      type = isWide(builder) ? subGroupMaskType(builder) : builder.getVoidTy();
    return emitSubGroupCall(builder, name, type, operands);
  }
  switch (name.call) {
    case SubGroupCall::LocalId: return builder.getInt32(0);
    case SubGroupCall::Ballot: return builder.CreateZExt(value, builder.getInt32Ty());
    case SubGroupCall::BlockWrite:
      return builder.CreateAlignedStore(value, operands[1], elementAlign(*value->getType()));
    case SubGroupCall::Barrier: return builder.getTrue();
    default: return value;
  }
}

llvm::Value* emitCollectiveForSubGroup(Builder& builder, CollectiveForm form,
                                       CollectiveOperation operation, llvm::Value* value) {
  if (hasSeveral(builder)) {
    markUse(builder);
    return emitCollectiveCall(builder, {CollectiveScope::SubGroup, form, operation}, value);
  }
  return form == CollectiveForm::ExclusiveScan ? identityOf(operation, value->getType()) : value;
}

llvm::Value* emitBlockRead(Builder& builder, llvm::Type* type, llvm::Value* pointer) {
  if (!hasSeveral(builder)) return builder.CreateAlignedLoad(type, pointer, elementAlign(*type));
  markUse(builder);
  return emitSubGroupCall(builder, {SubGroupCall::BlockRead}, type, {pointer});
}

llvm::Value* emitImageBlock(Builder& builder, SubGroupCall call, llvm::Type* type,
                            llvm::ArrayRef<llvm::Value*> operands) {
  if (!hasSeveral(builder)) return nullptr;
  markUse(builder);
  return emitSubGroupCall(builder, {call}, type, operands);
}

llvm::Value* subGroupLocalId(Builder& builder) {
  return emitForSubGroup(builder, {SubGroupCall::LocalId}, {});
}

llvm::IntegerType* subGroupMaskType(Builder& builder) {
  return isWide(builder) ? builder.getInt64Ty() : builder.getInt32Ty();
}

llvm::Value* subGroupMask(Builder& builder, SubGroupMask mask) {
  const auto size = static_cast<unsigned>(subGroupSizeOf(*builder.GetInsertBlock()->getParent()));
  llvm::IntegerType* type = subGroupMaskType(builder);
  const unsigned bits = type->getBitWidth();
  assert(size <= bits && "a mask has a bit for each work-item");
  llvm::Value* all = builder.getInt(llvm::APInt::getLowBitsSet(bits, size));
  if (mask == SubGroupMask::All) return all;
  llvm::Value* equal = builder.CreateShl(llvm::ConstantInt::get(type, 1),
                                         builder.CreateZExt(subGroupLocalId(builder), type));
  llvm::Value* less = builder.CreateSub(equal, llvm::ConstantInt::get(type, 1));
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

llvm::Value* ballotOf(Builder& builder, llvm::Value* bits) {
  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
  llvm::Value* ballot =
      builder.CreateInsertElement(llvm::Constant::getNullValue(type),
                                  builder.CreateTrunc(bits, builder.getInt32Ty()), uint64_t{0});
  if (bits->getType()->getIntegerBitWidth() <= 32) return ballot;
  llvm::Value* high = builder.CreateTrunc(builder.CreateLShr(bits, 32), builder.getInt32Ty());
  return builder.CreateInsertElement(ballot, high, uint64_t{1});
}

llvm::Value* bitsOfBallot(Builder& builder, llvm::Value* ballot) {
  llvm::Value* low = builder.CreateExtractElement(ballot, uint64_t{0});
  if (!isWide(builder)) return low;
  llvm::IntegerType* type = subGroupMaskType(builder);
  llvm::Value* high = builder.CreateZExt(builder.CreateExtractElement(ballot, uint64_t{1}), type);
  return builder.CreateOr(builder.CreateZExt(low, type), builder.CreateShl(high, 32));
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
  return ballotOf(builder, subGroupMask(builder, mask->mask));
}

}  // namespace lanewise
