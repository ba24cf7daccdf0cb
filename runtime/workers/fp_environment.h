// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment of kernel code: round to nearest, denormals kept, no traps.
// Threads inherit the environment of their creator, and application threads that run kernels have
// their own. Therefore every call of kernel code is in the scope of a KernelFpEnvironment.
#pragma once

#include <cstdint>

namespace lanewise {

class KernelFpEnvironment {
 public:
  /// Writes the control register only if it differs.
  KernelFpEnvironment();
  /// Restores the thread's previous environment, including sticky exception flags.
  ~KernelFpEnvironment();
  KernelFpEnvironment(const KernelFpEnvironment&) = delete;
  KernelFpEnvironment& operator=(const KernelFpEnvironment&) = delete;

 private:
  uint64_t before_;
};

}  // namespace lanewise
