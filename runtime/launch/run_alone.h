// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel without arguments as a single work-item, on the calling thread: initializers and
// finalizers of programs. Ranges of applications are launch.h's.
#pragma once

#include "runtime/base/status.h"
#include "runtime/launch/compiled_kernel.h"

namespace lanewise {

/// CL_OUT_OF_RESOURCES when there is no memory for the group, or when the kernel was left because
/// of a fault.
Status runAlone(const CompiledKernel& kernel);

}  // namespace lanewise
