// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Log groups, enabled by LANEWISE_LOG. Each call writes one message to standard error, whole.
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
/// Bits of the enabled groups; kLogUnread until the environment has been read.
extern std::atomic<uint32_t> logGroups;
bool readLogGroups(LogGroup group);
}  // namespace detail

/// Cheap: one load. Call it before formatting.
inline bool logs(LogGroup group) {
  const uint32_t groups = detail::logGroups.load(std::memory_order_relaxed);
  if (groups & detail::kLogUnread) [[unlikely]]
    return detail::readLogGroups(group);
  return groups & static_cast<uint32_t>(group);
}

/// Writes one message if the group is enabled; printf's format. One newline ends it.
void log(LogGroup group, const char* format, ...) __attribute__((format(printf, 2, 3)));

}  // namespace lanewise
