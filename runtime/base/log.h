// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Log groups, switched on by LANEWISE_LOG, written to standard error one line a call.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanewise {

enum class LogGroup : uint32_t {
  Api = 1u << 0,    // every entry point with its result
  Build = 1u << 1,  // programs, the compiler, the cache
  Jit = 1u << 2,    // mapping and unmapping of code
};

namespace detail {
inline constexpr uint32_t kLogUnread = 1u << 31;
/// Bits of the groups that are on; kLogUnread until the environment was read.
extern std::atomic<uint32_t> logGroups;
bool readLogGroups(LogGroup group);
}  // namespace detail

/// Cheap: one load. Ask before formatting anything.
inline bool logs(LogGroup group) {
  const uint32_t groups = detail::logGroups.load(std::memory_order_relaxed);
  if (groups & detail::kLogUnread) [[unlikely]]
    return detail::readLogGroups(group);
  return groups & static_cast<uint32_t>(group);
}

/// Writes one line if the group is on; printf's format, without a line end.
void log(LogGroup group, const char* format, ...) __attribute__((format(printf, 2, 3)));

}  // namespace lanewise
