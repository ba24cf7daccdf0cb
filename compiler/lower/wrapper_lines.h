// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of kernels that only call a function of the source: those of kernels that others call, and
// of blocks.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Gives functions without debug information the file and the line of the function that they call.
/// Without it, the lines of that function are lost when it is inlined.
void describeWrappers(llvm::Module& module);

}  // namespace lanewise
