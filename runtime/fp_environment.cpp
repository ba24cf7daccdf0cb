// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control register of the vector unit, per architecture (with compiler/target.cpp and
// runtime/device.cpp the only place that knows one).
#include "runtime/fp_environment.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace lanewise {
namespace {

#if defined(__x86_64__)
// MXCSR: all exceptions masked, nearest, neither flush-to-zero nor denormals-are-zero. The low six
// bits are sticky flags, not control.
constexpr uint64_t kKernelControl = 0x1f80;
constexpr uint64_t kStickyFlags = 0x3f;
uint64_t readControl() { return _mm_getcsr(); }
void writeControl(uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
// FPCR: nearest, no flush-to-zero, no default NaN, no traps. Sticky flags are in FPSR.
constexpr uint64_t kKernelControl = 0;
constexpr uint64_t kStickyFlags = 0;
uint64_t readControl() { return __builtin_aarch64_get_fpcr64(); }
void writeControl(uint64_t value) { __builtin_aarch64_set_fpcr64(value); }
#else
constexpr uint64_t kKernelControl = 0;
constexpr uint64_t kStickyFlags = 0;
uint64_t readControl() { return 0; }
void writeControl(uint64_t) {}
#endif

}  // namespace

KernelFpEnvironment::KernelFpEnvironment() : before_(readControl()) {
  if ((before_ & ~kStickyFlags) != kKernelControl) writeControl(kKernelControl);
}

KernelFpEnvironment::~KernelFpEnvironment() {
  if (readControl() != before_) writeControl(before_);
}

}  // namespace lanewise
