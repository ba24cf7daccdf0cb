// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference: every work-item is a thread of control with its own stack, and a barrier switches
// to the next one. It runs the kernel from before stage group, with host functions for the
// lanewise.* calls.
#pragma once

#include "compiler/contract/kernel_calls.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise::fuzz {

struct Range {
  uint64_t globalSize[3], globalOffset[3], localSize[3], numGroups[3];
  uint32_t workDim;
};

/// Runs all groups in sequence; `item` is called once for each work-item.
void runAsThreads(const Range& range, void (*item)(void* user), void* user);

/// Addresses of the functions for the calls, while runAsThreads() runs.
std::vector<std::pair<KernelCall, void*>> kernelCallAnswers();

}  // namespace lanewise::fuzz
