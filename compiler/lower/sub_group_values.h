// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a work-item's sub-group as IR: sub-groups are consecutive work-items along the
// flattened local id. All but the last of a work-group have the kernel's sub-group size. Valid for
// every size.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace llvm {
class Function;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

/// The work-items of a mask, relative to this work-item's sub-group local id.
enum class SubGroupMask { Equal, GreaterOrEqual, Greater, LessOrEqual, Less, All };

/// The value of the function's attribute kSubGroupSizeAttribute.
uint64_t subGroupSizeOf(const llvm::Function& kernel);

/// i64: the local id within the sub-group.
llvm::Value* subGroupLocalId(llvm::IRBuilderBase& builder);

/// An i128 in which bit n is the work-item with local id n, whether it is active or not.
llvm::Value* subGroupMask(llvm::IRBuilderBase& builder, SubGroupMask mask);

/// The value of a built-in variable ("BuiltInSubgroupId"): an i64, or for masks a <4 x i32>. Null
/// if it is not about sub-groups.
llvm::Value* readSubGroupVariable(llvm::IRBuilderBase& builder, llvm::StringRef variable);

}  // namespace lanewise
