// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side of a kernel's printf: format string and argument values (as interface/kernel_abi.h
// lays them out) to text. Kernels are guests: nothing of the format reaches the C library but what
// was taken apart and put together again here.
#pragma once

#include "runtime/base/mutex.h"

#include <cstddef>
#include <span>
#include <string>

namespace lanewise {

/// Appends what `format` prints to `text`. False, with nothing appended, if the format is none that
/// OpenCL C has or asks for more values than there are.
bool formatPrintf(std::string& text, const char* format, std::span<const std::byte> values);

/// What one launch prints: in the order of the calls, written to stdout when the launch is over (or
/// when there is much of it).
class PrintfOutput {
 public:
  bool print(const char* format, std::span<const std::byte> values) EXCLUDES(mutex_);
  void writeToStdout() EXCLUDES(mutex_);

 private:
  void writeLocked() REQUIRES(mutex_);
  Mutex mutex_;
  std::string text_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
