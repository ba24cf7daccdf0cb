// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per row of interface/host_calls.def, of the same name.
#include "runtime/launch/host_calls.h"

#include "interface/access_word.h"
#include "runtime/checks/access_history.h"
#include "runtime/checks/check_reports.h"
#include "runtime/checks/launch_order.h"
#include "runtime/checks/live_objects.h"
#include "runtime/checks/race_report.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/launch/concurrent_groups.h"
#include "runtime/launch/device_queue_calls.h"
#include "runtime/memory/fill_color.h"

#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace lanewise {
namespace {

namespace calls {

using abi::CheckedObject;
using abi::Launch;
#define HOST_CALL(name, result, parameters) result name parameters;
#include "interface/host_calls.def"

HostCallContext& contextOf(const Launch* launch) {
  return *static_cast<HostCallContext*>(launch->host);
}

int32_t printf(const Launch* launch, const char* format, const void* values, uint64_t sizeBytes) {
  PrintfOutput* output = contextOf(launch).printfOutput;
  const Printed printed =
      output ? output->print(format, {static_cast<const std::byte*>(values), sizeBytes})
             : Printed::Not;
  if (printed == Printed::UnreadableString) KernelCall::leaveAtRead(__builtin_return_address(0));
  KernelCall::leaveAtLimit();
  return printed == Printed::All ? 0 : -1;
}

void fail(const Launch* launch, const char* message) {
  const char* none = nullptr;
  contextOf(launch).failure.compare_exchange_strong(none, message, std::memory_order_relaxed);
}

void noteFailure(HostCallContext& context, const char* text) {
  const char* none = nullptr;
  if (text) context.failure.compare_exchange_strong(none, text, std::memory_order_relaxed);
  KernelCall::leaveAtLimit();
}

void check(const Launch* launch, const char* site, uint64_t offset, const void* address, uint64_t x,
           uint64_t y, uint64_t z) {
  HostCallContext& context = contextOf(launch);
  noteFailure(context, CheckReports::get().add(
                           {*context.kernel, *launch, site, offset, address, {x, y, z}}));
}

struct Race {
  const char* sites;
  uint64_t earlier;
  uint32_t earlierSite;
  uint64_t own;
  uint32_t ownSite;
  bool isEqual;
};

std::optional<LaunchOrder::Kernel> unorderedKernel(HostCallContext& context, uint64_t earlier,
                                                   uint64_t own) {
  const uint64_t other = abi::launchOf(earlier);
  if (context.lastOrdered.load(std::memory_order_relaxed) == other) return std::nullopt;
  auto kernel = LaunchOrder::get().unorderedKernel(other, abi::launchOf(own));
  if (!kernel) context.lastOrdered.store(other, std::memory_order_relaxed);
  return kernel;
}

// The text of the failure, if the command fails. Nothing is left to destroy behind the call, so
// that the thread may leave the kernel.
const char* addRace(const Launch* launch, const Race& race, uint64_t offset, const void* image,
                    uint64_t x, uint64_t y, uint64_t z) {
  HostCallContext& context = contextOf(launch);
  EarlierAccess earlier{"", race.earlier, race.own, race.isEqual};
  std::optional<LaunchOrder::Kernel> other;
  if (abi::launchOf(race.earlier) != abi::launchOf(race.own)) {
    other = unorderedKernel(context, race.earlier, race.own);
    if (!other) return nullptr;
    earlier.otherLaunch = other->name;
  }
  // The number of a site is one of its code.
  if (!other)
    earlier.site = nthSite(race.sites, race.earlierSite);
  else if (other->sites)
    earlier.site = nthSite(other->sites->c_str(), race.earlierSite);
  return CheckReports::get().addRace(
      {*context.kernel, *launch, nthSite(race.sites, race.ownSite), offset, image, {x, y, z}},
      earlier);
}

void race(const Launch* launch, const char* sites, uint64_t earlier, uint32_t earlierSite,
          uint64_t own, uint32_t ownSite, uint32_t isEqual, uint64_t offset, uint64_t x, uint64_t y,
          uint64_t z) {
  noteFailure(contextOf(launch),
              addRace(launch, {sites, earlier, earlierSite, own, ownSite, isEqual != 0}, offset,
                      nullptr, x, y, z));
}

void raceTexel(const Launch* launch, const char* sites, uint64_t earlier, uint32_t earlierSite,
               uint64_t own, uint32_t ownSite, const void* image, uint64_t place, const void* texel,
               uint32_t comparesColor, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
               uint64_t x, uint64_t y, uint64_t z) {
  const auto& format = static_cast<const images::ImageDescriptor*>(image)->format;
  const uint32_t color[4] = {red, green, blue, alpha};
  const bool isEqual =
      comparesColor && std::memcmp(blockOf(format, color).data(), texel, format.texelBytes) == 0;
  noteFailure(
      contextOf(launch),
      addRace(launch, {sites, earlier, earlierSite, own, ownSite, isEqual}, place, image, x, y, z));
}

uint64_t launchWordOf(const Launch* launch) {
  uint64_t word;
  std::memcpy(
      &word,
      static_cast<const std::byte*>(launch->arguments) + contextOf(launch).kernel->checkedObjects,
      sizeof word);
  return word;
}

void raceRange(const Launch* launch, const char* sites, uint64_t* writes, uint64_t* reads,
               uint32_t* writeSites, uint32_t* readSites, uint64_t own, uint32_t ownSite,
               uint32_t how, uint64_t offset, uint64_t bytes, uint64_t x, uint64_t y, uint64_t z) {
  if (!writes || bytes == 0) return;
  const auto& size = launch->localSize;
  // What a group of one work-item does has an order.
  if ((how & abi::kRangeIsOfGroup) && size[0] * size[1] * size[2] > 1)
    own = (own & ~(abi::kSeveralItems << abi::kAccessItemShift)) | abi::kGroupItem
                                                                       << abi::kAccessItemShift;
  const AccessHistory history{writes, reads, writeSites, readSites};
  struct Asking {
    HostCallContext& context;
    uint64_t own;
  } asking{contextOf(launch), own};
  const auto earlier = noteRange(
      history, {own, abi::leastWord(launchWordOf(launch)), ownSite, how, offset, bytes},
      [](void* user, uint64_t word) {
        const auto& [context, ownWord] = *static_cast<Asking*>(user);
        return unorderedKernel(context, word, ownWord).has_value();
      },
      &asking);
  if (earlier) race(launch, sites, earlier->word, earlier->site, own, ownSite, 0, offset, x, y, z);
}

const abi::CheckedObject* findObject(const Launch*, const void* address) {
  return &LiveObjects::get().find(address);
}

int64_t deviceQueue(const Launch* launch, uint32_t call, const uint64_t* operands) {
  const std::optional<int64_t> result =
      answerDeviceQueueCall(contextOf(launch).parent, static_cast<DeviceQueueCall>(call), operands);
  if (!result) KernelCall::leaveAtRead(__builtin_return_address(0));
  KernelCall::leaveAtLimit();
  return *result;
}

void deviceBarrier(const Launch* launch) {
  HostCallContext& context = contextOf(launch);
  if (!context.groups)
    return noteFailure(context, "a device barrier in a launch that is not concurrent");
  using enum ConcurrentGroups::Wait;
  ConcurrentGroups::Wait result = Late;
  while ((result = context.groups->waitForOthers()) == Late) KernelCall::leaveAtLimit();
  if (result == Missing) noteFailure(context, "a work-group ended without a device barrier");
  // The others have ended, or will.
  if (result != Done) KernelCall::leaveAtRead(__builtin_return_address(0));
  KernelCall::leaveAtLimit();
}

}  // namespace calls

}  // namespace

void setHostCalls(abi::Launch& launch) {
#define HOST_CALL(name, result, parameters) launch.name = calls::name;
#include "interface/host_calls.def"
}

}  // namespace lanewise
