// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that launch_instructions.py starts under callgrind.
#pragma once

#include <string>

namespace bench {

/// 64 launches of a kernel with three arguments and one work-group of 64 work-items, and clFinish;
/// that many times. With events, each launch has one, which is released after clFinish. The
/// arguments are set once. The peer is open.
void launchBatches(int batches, bool events);

}  // namespace bench
