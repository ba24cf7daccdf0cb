// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the code of a kernel is, in memory and in the file that was loaded. A launch names it to
// KernelCall and to faultMessage().
#pragma once

#include <cstdint>
#include <span>

namespace lanewise {

/// Addresses of kernel code. A fault at another instruction is not the kernel's.
struct CodeRange {
  uintptr_t begin = 0, end = 0;
  bool contains(uintptr_t address) const { return address >= begin && address < end; }
};

/// The shared object of a kernel. Empty for kernels that are functions of the host.
struct CodeImage {
  CodeRange code;
  uintptr_t loadAddress = 0;  // of the object's address 0
  std::span<const uint8_t> file;
};

}  // namespace lanewise
