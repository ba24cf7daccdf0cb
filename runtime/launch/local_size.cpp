// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// chooseLocalSize: the local size of a launch for which the application gives none.
#include "runtime/device/device.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/sub_groups.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>

namespace lanewise {
namespace {

// A group is one call of the kernel's loops, so large groups have less overhead. With barriers each
// work-item also needs space in the spill area, which should stay in the first-level cache.
constexpr uint64_t kItems = 256;
constexpr uint64_t kItemsWithBarrier = 64;
// Below this size of a group, smaller last groups are better.
constexpr uint64_t kFewItems = 8;
// Groups per core, so that uneven work is balanced.
constexpr uint64_t kGroupsPerCore = 4;

/// The largest divisor of `size` that is at most `limit`; prefers a power of two of similar size.
uint64_t divisorUpTo(uint64_t size, uint64_t limit) {
  uint64_t power = 1;
  while (power * 2 <= limit && size % (power * 2) == 0) power *= 2;
  if (power * 2 > limit) return power;
  for (uint64_t divisor = std::min(size, limit); divisor > power; --divisor)
    if (size % divisor == 0) return divisor;
  return power;
}

uint64_t roundUp(uint64_t size, uint64_t step) { return (size + step - 1) / step * step; }

/// The number of work-items whose spill area fits into a thread's block with any local memory, even
/// if rows are shorter than a vector.
uint64_t itemsThatFit(const KernelMetadata& metadata) {
  constexpr uint64_t kRoom = kMaxGroupBytes - Device::kLocalMemoryBytes;
  if (metadata.spillVectorBytes == 0) return Device::maxWorkGroupSize();
  const uint64_t left = kRoom - std::min(kRoom, metadata.spillFixedBytes);
  return std::clamp<uint64_t>(left / metadata.spillVectorBytes, 1, Device::maxWorkGroupSize());
}

uint64_t itemsWanted(const Device& device, const KernelMetadata& metadata, const NdRange& range) {
  uint64_t limit = metadata.usesBarrier ? kItemsWithBarrier : kItems;
  // Saturates: only small ranges matter here.
  uint64_t total = 1;
  for (uint64_t size : range.globalSize)
    total = size > (uint64_t{1} << 40) / total ? uint64_t{1} << 40 : total * size;
  const uint64_t groups = kGroupsPerCore * device.facts().cores;
  while (limit > kFewItems && total / limit < groups) limit /= 2;
  return std::min(limit, itemsThatFit(metadata));
}

/// Chooses the size for a kernel that requires a number of sub-groups: the first sizes that divide
/// the global size and give this number, otherwise a one-dimensional group with smaller last
/// groups.
Status chooseForSubGroups(const KernelMetadata& metadata, NdRange& range) {
  const uint64_t full = largestGroup(metadata);
  const auto divides = [&](int d, uint64_t size) { return range.globalSize[d] % size == 0; };
  uint64_t(&local)[3] = range.localSize;
  for (local[0] = full; local[0] > 0; --local[0]) {
    if (!divides(0, local[0])) continue;
    for (local[1] = full / local[0]; local[1] > 0; --local[1]) {
      if (!divides(1, local[1])) continue;
      local[2] = full / (local[0] * local[1]);
      while (!divides(2, local[2])) --local[2];
      if (hasRequiredSubGroups(metadata, local[0] * local[1] * local[2])) return {};
    }
  }
  local[0] = full;
  local[1] = local[2] = 1;
  if (!range.uniform && hasRequiredSubGroups(metadata, full)) return {};
  return {CL_INVALID_WORK_GROUP_SIZE, "no local size has the required " +
                                          std::to_string(metadata.requiredSubGroupCount) +
                                          " sub-groups for kernel '" + metadata.name + "'"};
}

}  // namespace

void fillVectors(const KernelMetadata& metadata, NdRange& range) {
  uint64_t(&local)[3] = range.localSize;
  const uint64_t lanes = metadata.lanes, items = local[0] * local[1] * local[2];
  const uint64_t rows = range.globalSize[1] < metadata.rows ? 1 : metadata.rows;
  const uint64_t columns = local[1] < rows ? local[0] * local[1] / rows : local[0];
  local[0] = roundUp(std::max<uint64_t>(columns, 1), lanes);
  local[1] = std::clamp<uint64_t>(items / local[0], rows, roundUp(local[1], rows)) / rows * rows;
  local[2] = std::clamp<uint64_t>(items / (local[0] * local[1]), 1, local[2]);
}

Status chooseLocalSize(const Device& device, const KernelMetadata& metadata, NdRange& range) {
  if (metadata.requiredLocalSize[0]) {
    std::copy_n(metadata.requiredLocalSize, 3, range.localSize);
    return {};
  }
  std::fill_n(range.localSize, 3, 1);
  for (uint64_t size : range.globalSize)
    if (size == 0) return {};
  if (metadata.requiredSubGroupCount) return chooseForSubGroups(metadata, range);
  uint64_t left = itemsWanted(device, metadata, range);
  const uint64_t wanted = left;
  const bool shares = range.globalSize[1] % metadata.rows == 0 && left > metadata.rows;
  for (int d = 0; d < 3; ++d) {
    const uint64_t rows = d == 0 && shares ? metadata.rows : 1;
    range.localSize[d] = divisorUpTo(range.globalSize[d], left / rows);
    left /= range.localSize[d];
  }
  const bool few = wanted / std::max<uint64_t>(left, 1) < kFewItems;
  if (!few || range.globalSize[0] <= kFewItems) return {};
  // If groups must be equal, a group that is too large is better than tiny ones.
  if (range.uniform)
    range.localSize[0] = divisorUpTo(
        range.globalSize[0], itemsThatFit(metadata) / (range.localSize[1] * range.localSize[2]));
  else
    range.localSize[0] = std::min({wanted, range.globalSize[0], uint64_t{64}});
  return {};
}

}  // namespace lanewise
