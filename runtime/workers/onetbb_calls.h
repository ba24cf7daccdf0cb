// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What liblanewise-onetbb.so, which calls oneTBB, does for liblanewise.so, which does not. Both are
// of one build. No function throws.
#pragma once

#include <cstdint>

namespace lanewise {

struct OneTbbCalls {
  /// Opens libtbb.so.12: the one that the process has, else the system's. Null, or why it failed.
  /// Called before the functions below.
  const char* (*open)();
  /// Initializes oneTBB for the rest of the process: destructors of its static objects leave what
  /// is in use, so loops may run in exit handlers. False if memory is missing, or if oneTBB failed
  /// within its initialization: later callers would hang there.
  bool (*prepare)();
  /// The most threads that run tasks at the same time, the caller's included: the application's own
  /// limit, else the processors that the process could use when oneTBB was initialized.
  uint32_t (*parallelism)();
  /// Creates an arena of `threads` threads, none of which is the caller. Null if memory is missing.
  void* (*createArena)(uint32_t threads);
  void (*deleteArena)(void* arena);
  /// Calls run(user) on a thread of oneTBB. False if oneTBB failed to start one: it may make the
  /// call nevertheless.
  bool (*enqueue)(void* arena, void (*run)(void* user), void* user);
  /// The path of the libtbb.so.12 that is in use.
  const char* (*library)();
};

/// The only exported name: the number changes with this file.
inline constexpr char kOneTbbCallsName[] = "lanewiseOneTbbCalls2";

}  // namespace lanewise
