// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins of Clang and other extensions of C that SPIR-V lacks, and that have an equivalent.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Replaces what has an equivalent in OpenCL C or in SPIR-V. findUnwritable() reports the rest.
void replaceBuiltins(llvm::Module& module);

}  // namespace lanewise
