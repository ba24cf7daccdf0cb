// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One counter for the process: its devices are parts of one.
#include "runtime/device/global_memory.h"

#include "runtime/device/device_config.h"

#include <atomic>

namespace lanewise {
namespace {

// Orders nothing else.
constinit std::atomic<uint64_t> takenBytes{0};

}  // namespace

bool takeGlobalMemory(uint64_t sizeBytes) {
  const uint64_t limit = deviceConfig().globalBytes;
  if (limit == 0) return true;
  uint64_t taken = takenBytes.load(std::memory_order_relaxed);
  do {
    if (sizeBytes > limit - taken) return false;
  } while (!takenBytes.compare_exchange_weak(taken, taken + sizeBytes, std::memory_order_relaxed));
  return true;
}

void giveGlobalMemory(uint64_t sizeBytes) noexcept {
  if (deviceConfig().globalBytes != 0) takenBytes.fetch_sub(sizeBytes, std::memory_order_relaxed);
}

bool hasGlobalMemory(uint64_t sizeBytes) {
  const uint64_t limit = deviceConfig().globalBytes;
  return limit == 0 || sizeBytes <= limit - takenBytes.load(std::memory_order_relaxed);
}

std::string globalMemoryText(uint64_t sizeBytes) {
  const std::string text = std::to_string(sizeBytes) + " bytes";
  if (hasGlobalMemory(sizeBytes)) return text;
  const uint64_t limit = deviceConfig().globalBytes;
  const uint64_t taken = takenBytes.load(std::memory_order_relaxed);
  return text + " exceed the rest of the device's memory, " + std::to_string(limit - taken) +
         " of " + std::to_string(limit) + " bytes";
}

}  // namespace lanewise
