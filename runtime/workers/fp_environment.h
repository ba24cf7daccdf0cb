// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment of kernel code: round to nearest, no traps, denormals kept unless
// the kernel was built to flush them. Threads inherit the environment of their creator, and
// application threads that run kernels have their own. Therefore every call of kernel code is in
// the scope of a KernelFpEnvironment.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#include <cstdint>

namespace lanewise {

#if defined(__x86_64__)

/// MXCSR, the control register of the vector unit.
struct FpControl {
  using Value = unsigned;
  static Value read() { return _mm_getcsr(); }
  static void write(Value value) { _mm_setcsr(value); }

  // All exceptions masked, nearest. The low six bits are sticky flags, not control.
  static constexpr Value kKernel = 0x1f80, kStickyFlags = 0x3f;
  // Subnormal results become zero, subnormal operands are taken as zero.
  static constexpr Value kFlushing = 0x8000 | 0x0040;
};

#elif defined(__aarch64__)

/// FPCR, and in the upper half FPSR, which has the sticky flags.
struct FpControl {
  using Value = uint64_t;
  static Value read() {
    Value control, status;
    asm volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(status));
    return control | status << 32;
  }
  static void write(Value value) {
    asm volatile("msr fpcr, %0\n\tmsr fpsr, %1"
                 :
                 : "r"(value & 0xffff'ffff), "r"(value >> 32)
                 : "memory");
  }

  // No traps, nearest.
  static constexpr Value kKernel = 0, kStickyFlags = ~Value(0) << 32;
  // FZ: subnormal operands and results of float and double are zeros.
  static constexpr Value kFlushing = 1 << 24;
};

#else
#error "no control register of floating point for this architecture"
#endif

class KernelFpEnvironment {
 public:
  /// Writes the control register only if it differs. `flushesDenormals`: subnormal operands and
  /// results of float and double are zeros. Half precision has no such mode.
  explicit KernelFpEnvironment(bool flushesDenormals = false) : before_(FpControl::read()) {
    const FpControl::Value control =
        flushesDenormals ? FpControl::kKernel | FpControl::kFlushing : FpControl::kKernel;
    if ((before_ & ~FpControl::kStickyFlags) != control) FpControl::write(control);
  }
  /// Restores the thread's previous environment, including sticky exception flags.
  ~KernelFpEnvironment() {
    if (FpControl::read() != before_) FpControl::write(before_);
  }
  KernelFpEnvironment(const KernelFpEnvironment&) = delete;
  KernelFpEnvironment& operator=(const KernelFpEnvironment&) = delete;

 private:
  const FpControl::Value before_;
};

}  // namespace lanewise
