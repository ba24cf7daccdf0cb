// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The groups Compute, Barrier, Groups, Divergent, Memory, Small, LocalSize and First: kernels with real
// work.
#pragma once

namespace bench {

/// Registers the cases with Google Benchmark: their kernels on the peer, or their limits.
void registerThroughput(bool limits);

}  // namespace bench
