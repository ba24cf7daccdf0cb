// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tier of a kernel's code (interface/tiers.def), the attribute "lanewise-tier": until
// widen-kernels the one that the request permits, from then on the one that the code has.
#pragma once

#include "interface/tier.h"

namespace llvm {
class Function;
}

namespace lanewise {

/// Functions without the attribute have Tier::First.
Tier tierOf(const llvm::Function& function);
void setTier(llvm::Function& kernel, Tier tier);

/// Whether there can be other code of the kernel: a second code of it would have program-scope
/// variables and strings of its own.
bool mayBeCompiledAgain(const llvm::Function& kernel);

/// Whether other code may follow that of the kernel.
/// \pre Its tier is the one that the request permits.
bool mayBeFirst(const llvm::Function& kernel);

}  // namespace lanewise
