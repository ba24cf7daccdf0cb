// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the device library's wide forms: which there are tells builtins/wide_forms.h.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// A module flag: bits of the target's vector registers. Set before the stage lower; without it
/// there are no wide forms.
inline constexpr llvm::StringLiteral kRegisterBitsFlag = "lanewise-register-bits";

/// Calls the wide forms of `function` ("sin") on vectors, whole registers at a time; `type` is the
/// result's, pointer arguments point to as many elements of `pointerSteps` bytes. Null where there
/// is no form that serves.
llvm::Value* callWideForms(llvm::IRBuilderBase& builder, llvm::StringRef function, llvm::Type* type,
                           llvm::ArrayRef<llvm::Value*> arguments,
                           llvm::ArrayRef<unsigned> pointerSteps);

}  // namespace lanewise
