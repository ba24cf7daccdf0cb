// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the compiler: LLVM and Clang call themselves as deep as the program is nested.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <optional>

namespace lanewise {

/// Starts `run(user)` on a thread with a stack of `bytes`. Handlers of signals have a stack of
/// their own there, so that they can report the end of the thread's. None if there is no thread.
std::optional<pthread_t> startDeepThread(size_t bytes, void (*run)(void*), void* user);

}  // namespace lanewise
