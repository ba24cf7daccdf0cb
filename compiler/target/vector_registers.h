// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target's vector registers, its level and whether it computes half: flags of a module.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
}

namespace lanewise {

/// The value of kRegisterBitsFlag; 0 without it.
unsigned variantRegisterBits(const llvm::Module& module);

/// The value of kLevelFlag; empty without it.
llvm::StringRef deviceLibraryLevel(const llvm::Module& module);

/// The value of kRegisterBitsFlag, or of the smallest registers that a target has.
unsigned vectorRegisterBits(const llvm::Module& module);

/// Whether the module has kNativeHalfFlag.
bool computesHalf(const llvm::Module& module);

}  // namespace lanewise
