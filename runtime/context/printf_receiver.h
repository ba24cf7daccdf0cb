// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who receives the text that the kernels of a context print: standard output, or a function of the
// application (cl_arm_printf).
#pragma once

#include "runtime/base/mutex.h"

#include <CL/cl_platform.h>

#include <cstddef>
#include <string_view>

namespace lanewise {

class PrintfReceiver {
 public:
  /// Takes `bytes` new characters, without an ending NUL. `complete` is 0 if the launch that
  /// printed them may print more, else 1.
  using Function = void(CL_CALLBACK*)(const char* text, size_t bytes, size_t complete, void* user);

  /// How many bytes a launch collects before it passes them on.
  static constexpr size_t kBufferBytes = 1 << 20;

  PrintfReceiver() = default;  // standard output
  PrintfReceiver(Function function, void* user, size_t bufferBytes)
      : function_(function), user_(user), bufferBytes_(bufferBytes) {}

  size_t bufferBytes() const { return bufferBytes_; }
  /// Passes text on, from any thread: the application's function runs on one thread at a time.
  void take(std::string_view text, bool complete) const EXCLUDES(mutex_);

 private:
  const Function function_ = nullptr;
  void* const user_ = nullptr;
  const size_t bufferBytes_ = kBufferBytes;
  mutable Mutex mutex_;
};

}  // namespace lanewise
