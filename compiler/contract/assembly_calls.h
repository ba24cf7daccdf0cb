// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declared functions that stand for inline assembly from lower-functions to restore-assembly, so
// that passes treat it as calls of functions that nobody knows. They are called
// "lanewise.assembly", and have these attributes.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

inline constexpr llvm::StringLiteral kAssemblyFunction = "lanewise.assembly";
/// As llvm::InlineAsm has them.
inline constexpr llvm::StringLiteral kAssemblyText = "lanewise-assembly-text";
inline constexpr llvm::StringLiteral kAssemblyConstraints = "lanewise-assembly-constraints";
/// Without values.
inline constexpr llvm::StringLiteral kAssemblySideEffects = "lanewise-assembly-side-effects";
inline constexpr llvm::StringLiteral kAssemblyAlignsStack = "lanewise-assembly-aligns-stack";
/// Of a parameter: the size of the operand in memory whose address it is.
inline constexpr llvm::StringLiteral kAssemblyOperandBytes = "lanewise-assembly-operand-bytes";

}  // namespace lanewise
