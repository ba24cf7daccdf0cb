// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the device library's vector variants, which builtins/functions.h lists.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// Calls vector variants of `function` ("sin") on vectors, a register at a time. `type` is the
/// result's; a pointer argument points to as many elements of `pointerSteps` bytes. Returns null if
/// no variant serves the vector.
llvm::Value* callVectorVariants(llvm::IRBuilderBase& builder, llvm::StringRef function,
                                llvm::Type* type, llvm::ArrayRef<llvm::Value*> arguments,
                                llvm::ArrayRef<unsigned> pointerSteps);

}  // namespace lanewise
