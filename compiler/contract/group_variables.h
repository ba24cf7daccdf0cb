// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata of the variables that a work-group has once. They are allocas between the passes of
// stage group.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Of an alloca that the group has once, and not each work-item. Only loads and stores use it. All
/// other allocas hold nothing of value when a region begins. An operand is the constant with which
/// the group begins. Work-items load the same from it and store the same, except in order:
inline constexpr llvm::StringLiteral kGroupVariableMark = "lanewise.group_variable";

/// Of a load or a store of such a variable: work-items, or vectors, execute it one after another in
/// the order of their local linear ids. What one has stored, the next one loads.
inline constexpr llvm::StringLiteral kInOrderMark = "lanewise.in_order";

}  // namespace lanewise
