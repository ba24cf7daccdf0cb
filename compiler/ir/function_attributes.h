// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one set of function attributes that the guest's functions and the device library's share.
// Different ones keep LLVM from inlining the one into the other; ones that relax arithmetic would
// reach into inlined builtins.
#pragma once

namespace llvm {
class Function;
}

namespace lanewise {

/// Replaces all function attributes but those of ours ("lanewise-...") by the common set; parameter
/// attributes stay, apart from those that belong to a calling convention.
void stampAttributes(llvm::Function& function);

}  // namespace lanewise
