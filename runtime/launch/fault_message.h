// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The message about a kernel that was left because of a fault, for the notify function of the
// context and the log.
#pragma once

#include "runtime/launch/compiled_kernel.h"

#include <string>

namespace lanewise {

/// "kernel 'k' failed: write to unmapped memory at 0x10 (SIGSEGV), in work-groups (0, 0, 0) to
/// (7, 0, 0), instruction 0x12f0 of its code".
/// Called on the thread of the fault, of whose stack it needs little. The groups are [first, end).
std::string faultMessage(const CompiledKernel& kernel, const abi::Launch& launch,
                         const KernelFault& fault, uint64_t first, uint64_t end);

}  // namespace lanewise
