// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers data between KernelMetadata and the attributes of kernel functions (listed in
// compiler/README.md).
#pragma once

#include "interface/kernel_metadata.h"
#include "interface/launch_kind.h"

#include <llvm/Support/Error.h>

#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

/// After translate: leaves only the kernel of `kind` in the module and in `kernels`, and gives its
/// function what the launches have in common.
llvm::Error keepKernel(llvm::Module& module, std::vector<KernelMetadata>& kernels,
                       const LaunchKind& kind);

/// After that: gives each kernel its symbol, and its function the attributes that the stages
/// read. If they check their memory accesses, the argument block has the objects of the arguments.
/// Kernels are identified by name.
llvm::Error describeKernels(llvm::Module& module, std::vector<KernelMetadata>& kernels,
                            bool checksMemory);

/// Then: renames functions of the source that have the prefix of the device library, so that
/// they are not confused with library functions.
void leaveLibraryNames(llvm::Module& module);

/// After group: copies what the attributes of entries say (ENTRY_FACT of
/// interface/kernel_facts.def).
void noteEntries(const llvm::Module& module, std::vector<KernelMetadata>& kernels);

}  // namespace lanewise
