// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL.std instructions that LLVM has as instructions or intrinsics, for vectors too.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// A module flag: the target computes half itself. Set before the stage lower.
inline constexpr llvm::StringLiteral kNativeHalfFlag = "lanewise-native-half";

/// The value of the instruction, or null if the device library has to be called. For instructions
/// without result, any value.
llvm::Value* expandOpenclStd(llvm::IRBuilderBase& builder, llvm::StringRef instruction,
                             llvm::CallInst& call);

}  // namespace lanewise
