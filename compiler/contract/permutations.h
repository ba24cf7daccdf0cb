// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors whose elements are selected by numbers that are not constant. Stage lanes emits calls,
// which a pass of codegen expands last.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallInst;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

/// `T lanewise.permute.<type>(T vector, U from)`: element n is element from[n] of the vector. Both
/// have as many elements of the same size, and all elements of `from` are in range.
inline constexpr llvm::StringLiteral kPermuteCall = "lanewise.permute";

/// \pre `vector` has no elements of type i1.
llvm::Value* emitPermutation(llvm::IRBuilderBase& builder, llvm::Value* vector, llvm::Value* from);

/// Null for everything else.
llvm::CallInst* permutationOf(llvm::Value& value);

}  // namespace lanewise
