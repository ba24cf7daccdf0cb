// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one set of function attributes that functions of the module and of the device library share.
// Different attributes would prevent LLVM from inlining one into the other. Attributes that relax
// arithmetic would affect inlined builtins.
#pragma once

namespace llvm {
class Function;
}

namespace lanewise {

/// Replaces all function attributes except ours ("lanewise-...") by the common set. Parameter
/// attributes remain, except those of a calling convention.
void stampAttributes(llvm::Function& function);

}  // namespace lanewise
