// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment of kernel code: round to nearest, no traps, denormals kept unless
// the kernel was built to flush them. Threads inherit the environment of their creator, and
// application threads that run kernels have their own. Therefore every call of kernel code is in
// the scope of a KernelFpEnvironment.
#pragma once

#include <xmmintrin.h>
#include <cstdint>

namespace lanewise {

/// MXCSR, the control register of the vector unit.
class KernelFpEnvironment {
 public:
  /// Writes the control register only if it differs. `flushesDenormals`: subnormal operands and
  /// results of float and double are zeros. Half precision has no such mode.
  explicit KernelFpEnvironment(bool flushesDenormals = false) : before_(_mm_getcsr()) {
    const unsigned control =
        flushesDenormals ? kKernelControl | kFlushToZero | kDenormalsAreZero : kKernelControl;
    if ((before_ & ~kStickyFlags) != control) _mm_setcsr(control);
  }
  /// Restores the thread's previous environment, including sticky exception flags.
  ~KernelFpEnvironment() {
    if (_mm_getcsr() != before_) _mm_setcsr(before_);
  }
  KernelFpEnvironment(const KernelFpEnvironment&) = delete;
  KernelFpEnvironment& operator=(const KernelFpEnvironment&) = delete;

 private:
  // All exceptions masked, nearest. The low six bits are sticky flags, not control.
  static constexpr unsigned kKernelControl = 0x1f80;
  static constexpr unsigned kStickyFlags = 0x3f;
  static constexpr unsigned kFlushToZero = 0x8000;       // subnormal results become zero
  static constexpr unsigned kDenormalsAreZero = 0x0040;  // subnormal operands are taken as zero

  const unsigned before_;
};

}  // namespace lanewise
