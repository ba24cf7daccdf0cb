// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a program of random_collectives.h as a kernel in the form before stage link.
#pragma once

#include "tests/passes/lanes/collective-fuzz/random_collectives.h"

namespace llvm {
class Module;
}

namespace lanewise::fuzz {

/// Parameters of the kernel, in order, and their places in the argument block.
///   ptr out     v0   the variables of each work-item at its global linear id
///   ptr in      v8   kInputBytes
///   ptr blocks  v16  kBlockBytes for each sub-group at the most of the launch
///   ptr local   l24  a number of 64 bits for each work-item
///   ptr flags   l32  a number of 32 bits for each work-item
///   i64 n       v40
///   ptr cells   l48  kLocalBlocksBytes
inline constexpr char kCollectiveArguments[] = "v0,v8,v16,l24,l32,v40,l48";

/// Adds the function "kernel". Sub-groups have `size` work-items.
void writeKernel(const CollectiveProgram& program, unsigned size, llvm::Module& module);

}  // namespace lanewise::fuzz
