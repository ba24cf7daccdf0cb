// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of OpenCL C in the form that SPIR-V has for them.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace lanewise {

/// Clang makes a kernel of each block that is enqueued. It becomes a function, because no host can
/// launch it. Literals of blocks lose the address of their function: Clang calls blocks directly.
void prepareBlocks(llvm::Module& module);

}  // namespace lanewise
