// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment that kernel code is made for: round to nearest, denormals kept,
// no traps. The threads of an arena inherit whatever their maker had, and an application's thread
// that helps has its own, so each call of kernel code stands in a KernelFpEnvironment.
#pragma once

#include <cstdint>

namespace lanewise {

class KernelFpEnvironment {
 public:
  /// Writes the control register only if it differs.
  KernelFpEnvironment();
  /// Gives the thread back what it had, sticky exception flags too.
  ~KernelFpEnvironment();
  KernelFpEnvironment(const KernelFpEnvironment&) = delete;
  KernelFpEnvironment& operator=(const KernelFpEnvironment&) = delete;

 private:
  uint64_t before_;
};

}  // namespace lanewise
