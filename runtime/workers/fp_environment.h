// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment of kernel code: round to nearest, denormals kept, no traps.
// Threads inherit the environment of their creator, and application threads that run kernels have
// their own. Therefore every call of kernel code is in the scope of a KernelFpEnvironment.
#pragma once

#include <xmmintrin.h>
#include <cstdint>

namespace lanewise {

/// MXCSR, the control register of the vector unit.
class KernelFpEnvironment {
 public:
  /// Writes the control register only if it differs.
  KernelFpEnvironment() : before_(_mm_getcsr()) {
    if ((before_ & ~kStickyFlags) != kKernelControl) _mm_setcsr(kKernelControl);
  }
  /// Restores the thread's previous environment, including sticky exception flags.
  ~KernelFpEnvironment() {
    if (_mm_getcsr() != before_) _mm_setcsr(before_);
  }
  KernelFpEnvironment(const KernelFpEnvironment&) = delete;
  KernelFpEnvironment& operator=(const KernelFpEnvironment&) = delete;

 private:
  // All exceptions masked, nearest, neither flush-to-zero nor denormals-are-zero. The low six
  // bits are sticky flags, not control.
  static constexpr unsigned kKernelControl = 0x1f80;
  static constexpr unsigned kStickyFlags = 0x3f;

  const unsigned before_;
};

}  // namespace lanewise
