// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pass lane-dimension does to a kernel, so that widen-kernels can undo it.
#pragma once

namespace llvm {
class Function;
}

namespace lanewise {

/// Exchanges x and `dimension` in the kernel's calls. To do so again reverses it.
void exchangeWithX(llvm::Function& kernel, unsigned dimension);

}  // namespace lanewise
