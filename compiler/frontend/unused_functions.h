// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a whole program that no kernel reaches.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Removes the bodies of functions that no kernel and no variable reaches. For programs that are
/// not linked with others: what such a function contains cannot make the build fail.
void removeUnusedFunctions(llvm::Module& module);

}  // namespace lanewise
