// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL.std instructions that LLVM has as instructions or intrinsics, also for vectors.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// The value of the instruction, or null if it must be a call of the device library. Any value for
/// instructions without a result.
llvm::Value* expandOpenclStd(llvm::IRBuilderBase& builder, llvm::StringRef instruction,
                             llvm::CallInst& call);

}  // namespace lanewise
