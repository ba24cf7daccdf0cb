// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernel calls return to a work-item, for the interpreter.
#pragma once

#include "compiler/contract/kernel_calls.h"
#include "tests/reference/item_threads.h"

#include <cstdint>

namespace lanewise::fuzz {

struct WorkItemIds {
  const Range& range;
  const uint64_t *groupId, *groupSize, *localId;
};

/// \pre `call` returns an id or a size of the launch.
uint64_t answerOf(KernelCall call, uint64_t dim, const WorkItemIds& item);

}  // namespace lanewise::fuzz
