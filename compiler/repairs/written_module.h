// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What llvm-spirv writes wrong, changed before it writes a module.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Removes debug information that no program can read once llvm-spirv has written it.
void dropUnreadableDebugInfo(llvm::Module& module);

/// Makes functions internal whose definition is expected elsewhere, too.
void keepInlineFunctions(llvm::Module& module);

}  // namespace lanewise
