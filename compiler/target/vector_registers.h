// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target's vector registers, its level and whether it computes half: flags of a module.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
}

namespace lanewise {

/// Whether the driver has prepared the module for a target (kRegisterBitsFlag).
bool hasTarget(const llvm::Module& module);

/// The bits of the vector variants of functions at the module's level; 0: none, also without
/// kRegisterBitsFlag.
unsigned variantRegisterBits(const llvm::Module& module);

/// The value of kLevelFlag; empty without it.
llvm::StringRef deviceLibraryLevel(const llvm::Module& module);

/// The value of kRegisterBitsFlag, or of the smallest registers that a target has.
unsigned vectorRegisterBits(const llvm::Module& module);

/// Whether the module has kNativeHalfFlag.
bool computesHalf(const llvm::Module& module);

}  // namespace lanewise
