// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Global variables of translated modules that only files for a linker may have.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Removes global variables whose names LLVM reserves and that nothing uses.
void eraseReservedGlobals(llvm::Module& module);

}  // namespace lanewise
