// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of modules that Clang has made, for the front end.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Moves elements of constexpr arrays to global memory, if something casts their address to that.
void moveConstantArrays(llvm::Module& module);

}  // namespace lanewise
