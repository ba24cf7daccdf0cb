// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of admit() for device queues.
#pragma once

#include "compiler/admit/admit.h"
#include "compiler/admit/module.h"

namespace lanewise::admit {

/// Removes the entry points that llvm-spirv writes for blocks: no host can pass their arguments.
/// What kernels enqueue are functions.
Admissible<Module> removeBlockEntryPoints(const Module& module);

/// Checks the operands of instructions on device queues, as a part of checkProgram().
Admissible<void> checkDeviceQueues(const Module& module);

}  // namespace lanewise::admit
