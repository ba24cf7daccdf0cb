// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The message about a kernel that was left because of a fault, for the notify function of the
// context and the log.
#pragma once

#include "runtime/faults/code_image.h"
#include "runtime/faults/kernel_call.h"

#include <cstdint>
#include <span>
#include <string>

namespace lanewise {

/// The work-groups [first, end) of a range, in the order in which the host numbers them
/// (kernel_abi.h).
struct GroupsOfCall {
  std::span<const uint64_t, 3> numGroups;
  uint64_t first = 0, end = 0;
};

/// "kernel 'k' failed: write to unmapped memory at 0x10 (SIGSEGV), in work-groups (0, 0, 0) to
/// (7, 0, 0), instruction 0x12f0 of its code".
/// Called on the thread of the fault, of whose stack it needs little.
std::string faultMessage(const std::string& kernel, const CodeImage& image,
                         const KernelFault& fault, const GroupsOfCall& groups);

}  // namespace lanewise
