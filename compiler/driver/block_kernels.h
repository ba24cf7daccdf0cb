// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for the functions that kernels enqueue on device queues.
#pragma once

#include "interface/kernel_metadata.h"

#include <llvm/Support/Error.h>

#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace lanewise {

/// Makes a kernel of each function that the module enqueues or asks about (KernelRole::Block), in
/// the order of the module, and adds its metadata, with `common` for what all kernels have in
/// common. Its arguments are the data that the block has captured, by value, and pointers to local
/// memory. In calls, the number of the block replaces the function. Queries of a block get names of
/// instructions.
llvm::Error addBlockKernels(llvm::Module& module, const KernelMetadata& common,
                            std::vector<KernelMetadata>& kernels);

}  // namespace lanewise
