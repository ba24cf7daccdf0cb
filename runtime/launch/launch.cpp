// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is fixed when a launch is enqueued: abi::Launch. Running it: run_launch.cpp.
#include "runtime/launch/launch.h"

#include "runtime/device/device.h"
#include "runtime/launch/host_calls.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>

namespace lanewise {
namespace {

// Assumed of a kernel that never ran.
constexpr uint64_t kUnknownNanoseconds = 20'000;

/// Group counts of each dimension and their product; false if that is more than 64 bits.
bool countGroups(const NdRange& range, uint64_t (&numGroups)[3], uint64_t& total) {
  total = 1;
  for (int d = 0; d < 3; ++d) {
    const uint64_t size = range.globalSize[d], local = range.localSize[d];
    numGroups[d] = size / local + (size % local != 0);
    if (__builtin_mul_overflow(total, numGroups[d], &total)) return false;
  }
  return true;
}

}  // namespace

Status LaunchCommand::prepare(NdRange& range) {
  const KernelMetadata& metadata = kernel_->metadata;
  if (!range.localSize[0]) TRY_STATUS(chooseLocalSize(device_, metadata, range));
  if (arguments_.localBytes > Device::kLocalMemoryBytes)
    return {CL_OUT_OF_RESOURCES, "local memory of " + std::to_string(arguments_.localBytes) +
                                     " bytes exceeds " + std::to_string(Device::kLocalMemoryBytes) +
                                     " for kernel '" + metadata.name + "'"};
  std::copy_n(range.globalSize, 3, launch_.globalSize);
  std::copy_n(range.globalOffset, 3, launch_.globalOffset);
  std::copy_n(range.localSize, 3, launch_.localSize);
  if (!countGroups(range, launch_.numGroups, groups_))
    return {CL_OUT_OF_RESOURCES, "more than 2^64 work-groups for kernel '" + metadata.name + "'"};
  const uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  itemsPerGroup_ = static_cast<double>(items);
  spillBytes_ = metadata.spillFixedBytes + metadata.spillItemBytes * items;
  if (arguments_.localBytes + spillBytes_ > kMaxGroupBytes)
    return {CL_OUT_OF_RESOURCES, "values live across barriers need " + std::to_string(spillBytes_) +
                                     " bytes for local size " + std::to_string(items) +
                                     " of kernel '" + metadata.name + "', more than " +
                                     std::to_string(kMaxGroupBytes - arguments_.localBytes)};
  launch_.workDim = range.workDim;
  launch_.reserved = 0;
  launch_.arguments = arguments_.block();
  setHostCalls(launch_);
  launch_.localBytes = arguments_.localBytes;
  launch_.spillBytes = spillBytes_;
  launch_.argumentBytes = metadata.argumentBytes;
  return {};
}

uint64_t LaunchCommand::estimateNanoseconds() const {
  const double perItem = kernel_->cost.nanosecondsPerItem();
  if (perItem == 0) return kUnknownNanoseconds;
  return static_cast<uint64_t>(
      std::min(1e18, perItem * itemsPerGroup_ * static_cast<double>(groups_)));
}

}  // namespace lanewise
