// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work-item knows about its sub-group, as IR: sub-groups are runs of the kernel's sub-group
// size along the flattened local id, all but the last of a group of that size. True of every size.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace llvm {
class Function;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

/// The work-items of a mask, by their sub-group local id in relation to this work-item's.
enum class SubGroupMask { Equal, GreaterOrEqual, Greater, LessOrEqual, Less, All };

/// Of the function's attribute kSubGroupSizeAttribute.
uint64_t subGroupSizeOf(const llvm::Function& kernel);

/// i64. Those of the local id within its sub-group, and of a mask.
llvm::Value* subGroupLocalId(llvm::IRBuilderBase& builder);

/// An i128 in which bit n is the work-item of local id n, whether it runs or not.
llvm::Value* subGroupMask(llvm::IRBuilderBase& builder, SubGroupMask mask);

/// The value of a built-in variable ("BuiltInSubgroupId"): an i64, or of masks a <4 x i32>. Null if
/// it does not speak of sub-groups.
llvm::Value* readSubGroupVariable(llvm::IRBuilderBase& builder, llvm::StringRef variable);

}  // namespace lanewise
