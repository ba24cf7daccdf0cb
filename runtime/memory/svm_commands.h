// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command of clEnqueueSVMFree. Copies and fills are those of buffers (copy_commands.h).
#pragma once

#include "runtime/queue/command.h"

#include <memory>
#include <vector>

namespace lanewise {

using SvmFreeFunction = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*);

/// Calls `function` with the pointers; without one, frees those of them that are SVM allocations of
/// the queue's context. The queue outlives its commands.
std::unique_ptr<Command> makeSvmFree(Queue& queue, std::vector<void*> pointers,
                                     SvmFreeFunction function, void* user);

}  // namespace lanewise
