// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers data between KernelMetadata and the attributes of kernel functions (listed in
// compiler/README.md).
#pragma once

#include "interface/kernel_metadata.h"

#include <llvm/Support/Error.h>

#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

/// After translate: gives each kernel its symbol, and its function the attributes that the stages
/// read. Kernels are identified by name.
llvm::Error describeKernels(llvm::Module& module, std::vector<KernelMetadata>& kernels);

/// After that: renames functions of the source that have the prefix of the device library, so that
/// they are not confused with library functions.
void leaveLibraryNames(llvm::Module& module);

/// After lower: marks kernels that use printf.
void noteLowered(llvm::Module& module, std::vector<KernelMetadata>& kernels);

/// After group: copies the requirements of the entries.
void noteEntries(const llvm::Module& module, std::vector<KernelMetadata>& kernels);

}  // namespace lanewise
