// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MXCSR, the control register of the vector unit.
#include "runtime/workers/fp_environment.h"

#include <xmmintrin.h>

namespace lanewise {
namespace {

// All exceptions masked, nearest, neither flush-to-zero nor denormals-are-zero. The low six
// bits are sticky flags, not control.
constexpr uint64_t kKernelControl = 0x1f80;
constexpr uint64_t kStickyFlags = 0x3f;
uint64_t readControl() { return _mm_getcsr(); }
void writeControl(uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }

}  // namespace

KernelFpEnvironment::KernelFpEnvironment() : before_(readControl()) {
  if ((before_ & ~kStickyFlags) != kKernelControl) writeControl(kKernelControl);
}

KernelFpEnvironment::~KernelFpEnvironment() {
  if (readControl() != before_) writeControl(before_);
}

}  // namespace lanewise
