// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference: every work-item is a thread of control of its own, with its own stack, and a
// barrier switches to the next one. It runs the kernel as it was before stage group, with the
// lanewise.* calls answered by functions of the host.
#pragma once

#include "compiler/ir/kernel_calls.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise::fuzz {

struct Range {
  uint64_t globalSize[3], globalOffset[3], localSize[3], numGroups[3];
  uint32_t workDim;
};

/// Runs groups 0 to all of them, one after the other; `item` is called once for each work-item.
void runAsThreads(const Range& range, void (*item)(void* user), void* user);

/// Addresses of what answers the calls while runAsThreads() runs.
std::vector<std::pair<KernelCall, void*>> kernelCallAnswers();

}  // namespace lanewise::fuzz
