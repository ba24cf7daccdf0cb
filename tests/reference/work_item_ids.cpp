// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas of OpenCL C 3.0, 6.15.1 (work-item functions).
#include "tests/reference/work_item_ids.h"

namespace lanewise::fuzz {

uint64_t answerOf(KernelCall call, uint64_t dim, const WorkItemIds& item) {
  const Range& range = item.range;
  const auto globalId = [&](uint64_t d) {
    return item.groupId[d] * range.localSize[d] + item.localId[d] + range.globalOffset[d];
  };
  switch (call) {
    case KernelCall::GlobalId: return globalId(dim);
    case KernelCall::LocalId: return item.localId[dim];
    case KernelCall::GroupId: return item.groupId[dim];
    case KernelCall::LocalSize: return item.groupSize[dim];
    case KernelCall::EnqueuedLocalSize: return range.localSize[dim];
    case KernelCall::GlobalSize: return range.globalSize[dim];
    case KernelCall::GlobalOffset: return range.globalOffset[dim];
    case KernelCall::NumGroups: return range.numGroups[dim];
    case KernelCall::WorkDim: return range.workDim;
    case KernelCall::LocalLinearId:
      return (item.localId[2] * item.groupSize[1] + item.localId[1]) * item.groupSize[0] +
             item.localId[0];
    default: break;
  }
  uint64_t id = 0;  // linear
  for (uint64_t d = 3; d-- > 0;)
    id = id * range.globalSize[d] + globalId(d) - range.globalOffset[d];
  return id;
}

}  // namespace lanewise::fuzz
