// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The groups Compute, Barrier, Groups, Divergent, Memory, Small, LocalSize and First: kernels with real
// work.
#pragma once

#include <string>

namespace bench {

/// Registers the cases with Google Benchmark: their kernels on the peer, or their limits.
void registerThroughput(bool limits);

/// Prints the CPU time of each kernel of the groups Compute to Images, and of those that are hard
/// to estimate, in lines `<case>, <kernel>: <time> ns`. Cases whose names begin with `prefix`.
void printKernelTimes(const std::string& prefix);

}  // namespace bench
