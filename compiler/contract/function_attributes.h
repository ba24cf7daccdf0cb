// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one set of function attributes that functions of the module and of the device library share.
// Different attributes would prevent LLVM from inlining one into the other. Attributes that relax
// arithmetic would affect inlined builtins.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
}

namespace lanewise {

/// The mode of subnormal numbers is that of the launch (-cl-denorms-are-zero), in the same code.
/// LLVM folds no subnormal constants then, and does not take a comparison with 0 for a test of
/// bits, which it does wrongly for fabs: for LLVM 19, `fabs(x) > 0` says that x is positive.
inline constexpr llvm::StringLiteral kDenormalsAttribute = "denormal-fp-math";
inline constexpr llvm::StringLiteral kDenormalsOfLaunch = "dynamic,dynamic";

/// Replaces all function attributes except ours ("lanewise-...") by the common set. Parameter
/// attributes remain, except those of a calling convention.
void stampAttributes(llvm::Function& function);

}  // namespace lanewise
