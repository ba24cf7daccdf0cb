// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is fixed when a launch is enqueued: abi::Launch. Running it: run_launch.cpp.
#include "runtime/launch/launch.h"

#include "runtime/device/device.h"
#include "runtime/launch/checked_locals.h"
#include "runtime/launch/child_launches.h"
#include "runtime/launch/host_calls.h"
#include "runtime/launch/launch_kinds.h"
#include "runtime/launch/spill_area.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>

namespace lanewise {
namespace {

// Assumed of a kernel that never ran.
constexpr uint64_t kUnknownNanoseconds = 20'000;

/// Group counts of each dimension and their product; false if that is more than 64 bits.
bool countGroups(const NdRange& range, uint64_t (&numGroups)[3], uint64_t& total) {
  total = 1;
  for (uint32_t d = 0; d < 3; ++d) {
    // Unused dimensions have a size of 1. A division takes as long as many other instructions.
    const uint64_t size = range.globalSize[d], local = range.localSize[d];
    numGroups[d] = d < range.workDim ? size / local + (size % local != 0) : 1;
    if (__builtin_mul_overflow(total, numGroups[d], &total)) return false;
  }
  return true;
}

/// Converts a number below 2^63, for which it is one instruction.
double toDouble(uint64_t count) { return static_cast<double>(static_cast<int64_t>(count)); }

/// Each group of a concurrent launch needs a compute unit.
Status haveUnits(uint64_t groups, const Device& device) {
  if (groups <= device.computeUnits()) return {};
  return {CL_INVALID_VALUE, std::to_string(groups) + " concurrent work-groups exceed " +
                                std::to_string(device.computeUnits())};
}

}  // namespace

NdRange rangeOfCode(const KernelMetadata& metadata, NdRange range) {
  const uint32_t dimension = metadata.laneDimension;
  std::swap(range.globalSize[0], range.globalSize[dimension]);
  std::swap(range.globalOffset[0], range.globalOffset[dimension]);
  std::swap(range.localSize[0], range.localSize[dimension]);
  range.workDim = std::max(range.workDim, dimension + 1);
  return range;
}

void LaunchCommand::allowChildren(const Context& context, bool uniform) {
  children_.reset(
      new ChildFacts{kernel_, printf_, Queue::defaultOnDevice(context, device_), uniform});
}

// The local size remains: all devices have the same limits.
Result<std::unique_ptr<Command>> LaunchCommand::copyFor(const Context& context,
                                                        Device& device) const {
  if (isConcurrent_) TRY_STATUS(haveUnits(groups_, device));
  auto copy = std::make_unique<LaunchCommand>(kernel_, device, printf_, type());
  copy->arguments_.copy(arguments_, kernel_->metadata.argumentBytes);
  copy->kind_ = kind_;
  copy->isConcurrent_ = isConcurrent_;
  copy->groups_ = groups_;
  copy->itemsPerGroup_ = itemsPerGroup_;
  copy->launch_ = launch_;
  copy->launch_.arguments = copy->arguments_.block();
  if (children_) copy->allowChildren(context, children_->uniform);
  return copy;
}

LaunchOrder::Place LaunchCommand::addTo(LaunchOrder& order, const LaunchOrder::Enqueued& enqueued) {
  if (!kernel_->metadata.checksRaces) return order.add(enqueued).ofEvent();
  const auto added =
      order.add(enqueued, LaunchOrder::Kernel{kernel_->metadata.name, kernel_->raceSites});
  place_ = added.place;
  return added.ofEvent();
}

Status LaunchCommand::tooLarge() const {
  const KernelMetadata& metadata = kernel_->metadata;
  if (arguments_.localBytes > mostLocalBytes(metadata))
    return {CL_OUT_OF_RESOURCES,
            "local memory of " + std::to_string(arguments_.localBytes) + " bytes exceeds " +
                std::to_string(Device::localMemoryBytes()) + " for kernel '" + metadata.name + "'"};
  const uint64_t most = kMaxGroupBytes - arguments_.localBytes;
  if (metadata.spillFixedBytes > most)
    return {CL_OUT_OF_RESOURCES, "private variables of kernel '" + metadata.name + "' need " +
                                     std::to_string(metadata.spillFixedBytes) +
                                     " bytes, more than " + std::to_string(most)};
  return {CL_OUT_OF_RESOURCES,
          "values live across barriers need " + std::to_string(launch_.spillBytes) +
              " bytes for local size " + std::to_string(static_cast<uint64_t>(itemsPerGroup_)) +
              " of kernel '" + metadata.name + "', more than " + std::to_string(most)};
}

Status LaunchCommand::makeConcurrent(const NdRange& range) {
  uint64_t groups = 1;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    const uint64_t local = range.localSize[d];
    if (local == 0)
      return {CL_INVALID_WORK_GROUP_SIZE, "a concurrent launch requires a local_work_size"};
    if (range.globalSize[d] % local != 0)
      return {CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size[" + std::to_string(d) + "] " + std::to_string(local) +
                  " of a concurrent launch does not divide " + std::to_string(range.globalSize[d])};
    if (__builtin_mul_overflow(groups, range.globalSize[d] / local, &groups)) groups = ~uint64_t{0};
  }
  TRY_STATUS(haveUnits(groups, device_));
  isConcurrent_ = true;
  return {};
}

Status LaunchCommand::prepare(const NdRange& range) {
  // The best local size depends on the code, unless the code depends on the local size.
  if (kernel_->kinds && !kernel_->metadata.observesGroups) [[unlikely]]
    chooseCode(range);
  const KernelMetadata& metadata = kernel_->metadata;
  if (range.localSize[0] && hasGoodRows(metadata, range)) return prepareSized(range);
  NdRange sized = range;
  if (!range.localSize[0]) TRY_STATUS(chooseLocalSize(device_, metadata, sized));
  // The number of groups that run concurrently remains.
  if (!hasGoodRows(metadata, sized) && !isConcurrent_) fillVectors(metadata, sized);
  return prepareSized(sized);
}

Status LaunchCommand::prepareSized(const NdRange& range) {
  if (!countGroups(range, launch_.numGroups, groups_)) [[unlikely]]
    return {CL_OUT_OF_RESOURCES,
            "more than 2^64 work-groups for kernel '" + kernel_->metadata.name + "'"};
  const uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  itemsPerGroup_ = toDouble(items);
  if (kernel_->kinds && kernel_->metadata.observesGroups && hasFullGroups(range)) [[unlikely]]
    chooseCode(range);
  const KernelMetadata& metadata = kernel_->metadata;
  std::copy_n(range.globalSize, 3, launch_.globalSize);
  std::copy_n(range.globalOffset, 3, launch_.globalOffset);
  std::copy_n(range.localSize, 3, launch_.localSize);
  launch_.localBytes = arguments_.localBytes;
  launch_.spillBytes = spillBytesOfGroup(metadata, range);
  launch_.argumentBytes = metadata.argumentBytes;
  if (launch_.localBytes > mostLocalBytes(metadata) ||
      launch_.localBytes + launch_.spillBytes > kMaxGroupBytes) [[unlikely]]
    return tooLarge();
  launch_.workDim = range.workDim;
  launch_.isConcurrent = isConcurrent_;
  launch_.hasSmallMemory = arguments_.mostBytes < abi::kSmallMemoryBytes;
  launch_.hasDistinctBuffers = metadata.testsBuffers && arguments_.hasDistinctBuffers();
  launch_.arguments = arguments_.block();
  launch_.host = nullptr;
  setHostCalls(launch_);
  return {};
}

bool LaunchCommand::hasFullGroups(const NdRange& range) const {
  for (uint32_t d = 0; d < 3; ++d)
    if (launch_.numGroups[d] * range.localSize[d] != range.globalSize[d]) return false;
  return true;
}

void LaunchCommand::chooseCode(const NdRange& range) {
  for (uint32_t d = 0; d < 3; ++d)
    if (range.globalOffset[d] + range.globalSize[d] > kMostAdjacentIds) return;
  if (arguments_.mostBytes >= abi::kSmallMemoryBytes) return;
  kind_ = kernel_->kinds->find(arguments_, range);
  if (!kind_) return;
  auto turn = takesTurns_ ? kernel_->kinds->turnFor(*kind_)
                          : LaneTrial::Turn{kernel_->kinds->codeFor(*kind_)};
  if (!turn.code ||
      arguments_.localBytes + spillBytesOfGroup(turn.code->metadata, range) > kMaxGroupBytes)
    return;
  kernel_ = std::move(turn.code);
  trial_ = std::move(turn.trial);
  turn_ = turn.number;
  kind_ = nullptr;
}

double LaunchCommand::groupCount() const { return toDouble(std::min(groups_, uint64_t{1} << 62)); }

double LaunchCommand::knownNanoseconds() const {
  return kernel_->cost.nanosecondsPerItem() * itemsPerGroup_ * groupCount();
}

uint64_t LaunchCommand::estimateNanoseconds() const {
  const double nanoseconds = knownNanoseconds();
  if (nanoseconds == 0) return kUnknownNanoseconds;
  // Below 2^63, so that the conversion is one instruction.
  return static_cast<uint64_t>(static_cast<int64_t>(std::min(1e18, nanoseconds)));
}

}  // namespace lanewise
