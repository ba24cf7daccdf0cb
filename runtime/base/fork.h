// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State after fork(): the child has one thread, and locks and data that other threads of the parent
// held remain as they were. Process-wide state registers a ForkReset, which reinitializes it in the
// child before fork() returns there. Objects of the application store the generation in which they
// were created and return an error in a later one.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanewise {

namespace detail {
extern std::atomic<uint32_t> generation;
}

/// Increases in each child that is forked after the first watchForks() or resetInForkedChild().
inline uint32_t forkGeneration() { return detail::generation.load(std::memory_order_relaxed); }
void watchForks();

/// True if this process was forked and has not executed a program since, also if the fork came
/// before watchForks(): threads that libraries had started do not exist here.
/// \throws std::bad_alloc
bool isForkedChild();

/// Must have static lifetime (a namespace-scope object with a constant initializer).
struct ForkReset {
  /// Runs in the child, which has one thread. Must not allocate or acquire locks of the runtime.
  void (*inChild)();
  ForkReset* next = nullptr;
};

/// The reset of the slabs of API objects (object.cpp); in the list from the start.
extern ForkReset objectSlabsReset;

/// Adds `reset` to the list and begins to handle forks. Any thread; once for each reset.
void resetInForkedChild(ForkReset& reset);

}  // namespace lanewise
