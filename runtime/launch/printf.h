// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side of a kernel's printf: formats argument values (in the layout of
// interface/kernel_abi.h) as text. Kernels are untrusted: the C library gets only conversions that
// were parsed and composed here, and copies of the kernel's strings.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/context/printf_receiver.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lanewise {

enum class Printed : uint8_t {
  All,
  /// The format is invalid in OpenCL C or has more conversions than values, or memory is missing.
  Not,
  /// The format or a value of %s is no string: KernelCall::readString() has failed.
  UnreadableString,
};

/// Appends the output of `format` to `text`. Nothing is appended unless all is.
Printed formatPrintf(std::string& text, const char* format, std::span<const std::byte> values);

/// The output of one launch, in the order of the calls. The receiver gets it at the end of the
/// launch, or earlier if it is long.
class PrintfOutput {
 public:
  /// The receiver must outlive the output.
  explicit PrintfOutput(const PrintfReceiver& receiver) : receiver_(receiver) {}
  Printed print(const char* format, std::span<const std::byte> values) noexcept EXCLUDES(mutex_);
  /// Passes on what is left. Call once, when the launch has ended.
  void end() EXCLUDES(mutex_);

 private:
  const PrintfReceiver& receiver_;
  Mutex mutex_;
  std::string text_ GUARDED_BY(mutex_);
  bool begun_ GUARDED_BY(mutex_) = false;  // the receiver has some of it
};

}  // namespace lanewise
