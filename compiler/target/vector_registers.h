// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target's vector registers, its level and whether it computes half: flags of a module.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
}

namespace lanewise {

/// A module flag: the size of the target's vector registers in bits. Set before the stage lower.
/// Without it no vector variants of math functions are called.
inline constexpr llvm::StringLiteral kRegisterBitsFlag = "lanewise-register-bits";

/// The value of the flag; 0 without it.
unsigned variantRegisterBits(const llvm::Module& module);

/// A module flag: the level of the device library (interface/microarchitectures.def).
inline constexpr llvm::StringLiteral kLevelFlag = "lanewise-level";

/// The value of the flag; empty without it.
llvm::StringRef deviceLibraryLevel(const llvm::Module& module);

/// The value of the flag, or of the smallest registers that a target has.
unsigned vectorRegisterBits(const llvm::Module& module);

/// A module flag: the target has arithmetic on half. Set before the stage lower.
inline constexpr llvm::StringLiteral kNativeHalfFlag = "lanewise-native-half";

/// Whether the module has the flag.
bool computesHalf(const llvm::Module& module);

}  // namespace lanewise
