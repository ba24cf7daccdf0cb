// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between KernelMetadata and the attributes of kernel functions (compiler/README.md lists them).
#pragma once

#include "interface/kernel_metadata.h"

#include <llvm/Support/Error.h>

#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

/// After translate: gives each kernel its symbol, and its function the attributes that the stages
/// read. Functions and facts meet by the kernel's name.
llvm::Error describeKernels(llvm::Module& module, std::vector<KernelMetadata>& kernels);

/// After that: renames what the source named like functions of the device library, which would take
/// it for theirs, or take it away.
void leaveLibraryNames(llvm::Module& module);

/// After lower: which kernels print.
void noteLowered(llvm::Module& module, std::vector<KernelMetadata>& kernels);

/// After group: what the entries need of the host.
void noteEntries(const llvm::Module& module, std::vector<KernelMetadata>& kernels);

}  // namespace lanewise
