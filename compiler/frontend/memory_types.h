// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of memory that C has and SPIR-V lacks: arrays of size 0, and integers of other sizes than
// 8, 16, 32 and 64 bits.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Gives variables and arguments in memory types of the same layout that SPIR-V has. Addresses
/// within them become offsets in bytes. Values and accesses stay as they are.
void replaceMemoryTypes(llvm::Module& module);

}  // namespace lanewise
