// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side of a kernel's printf: formats argument values (in the layout of
// interface/kernel_abi.h) as text. Kernels are untrusted: the C library gets only conversions that
// were parsed and composed here.
#pragma once

#include "runtime/base/mutex.h"

#include <cstddef>
#include <span>
#include <string>

namespace lanewise {

/// Appends the output of `format` to `text`. False, with nothing appended, if the format is invalid
/// in OpenCL C or has more conversions than values.
bool formatPrintf(std::string& text, const char* format, std::span<const std::byte> values);

/// The output of one launch, in the order of the calls. Written to stdout at the end of the launch,
/// or earlier if it is long.
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
