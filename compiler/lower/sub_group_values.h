// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a work-item's sub-group as IR: sub-groups are consecutive work-items along the
// flattened local id. All but the last of a work-group have the kernel's sub-group size. Valid for
// every size. Used by the lowering of built-in variables, instructions and barriers.
#pragma once

#include "compiler/contract/collective_calls.h"
#include "compiler/contract/sub_group_calls.h"

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace llvm {
class Function;
class IRBuilderBase;
class IntegerType;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

/// The work-items of a mask, relative to this work-item's sub-group local id.
enum class SubGroupMask { Equal, GreaterOrEqual, Greater, LessOrEqual, Less, All };

/// The value of the function's attribute kSubGroupSizeAttribute.
uint64_t subGroupSizeOf(const llvm::Function& kernel);

/// The call, or what it comes to in a sub-group of one work-item. The first operand is the value,
/// if there is one. For calls without a result: any value.
llvm::Value* emitForSubGroup(llvm::IRBuilderBase& builder, const SubGroupCallName& name,
                             llvm::ArrayRef<llvm::Value*> operands);

/// Emits a reduction or a scan in the same way.
llvm::Value* emitCollectiveForSubGroup(llvm::IRBuilderBase& builder, CollectiveForm form,
                                       CollectiveOperation operation, llvm::Value* value);

/// A block of elements or vectors of them.
/// ImageBlockRead or ImageBlockWrite; nothing, and null, in a sub-group of one work-item.
llvm::Value* emitImageBlock(llvm::IRBuilderBase& builder, SubGroupCall call, llvm::Type* type,
                            llvm::ArrayRef<llvm::Value*> operands);
llvm::Value* emitBlockRead(llvm::IRBuilderBase& builder, llvm::Type* type, llvm::Value* pointer);

/// i32: the local id within the sub-group.
llvm::Value* subGroupLocalId(llvm::IRBuilderBase& builder);

/// The type of masks: i32, or i64 where sub-groups have more than 32 work-items.
llvm::IntegerType* subGroupMaskType(llvm::IRBuilderBase& builder);

/// A mask in which bit n is the work-item with local id n, whether it is active or not.
llvm::Value* subGroupMask(llvm::IRBuilderBase& builder, SubGroupMask mask);

/// A <4 x i32> with the bits of a mask as its lowest ones.
llvm::Value* ballotOf(llvm::IRBuilderBase& builder, llvm::Value* bits);

/// The mask in a <4 x i32>. Of work-items beyond the sub-group a ballot tells nothing.
llvm::Value* bitsOfBallot(llvm::IRBuilderBase& builder, llvm::Value* ballot);

/// The value of a built-in variable ("BuiltInSubgroupId"): an i64 or i32, or for masks a <4 x i32>.
/// Null if it is not about sub-groups.
llvm::Value* readSubGroupVariable(llvm::IRBuilderBase& builder, llvm::StringRef variable);

}  // namespace lanewise
