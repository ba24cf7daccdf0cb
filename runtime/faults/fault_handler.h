// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signal handlers of kernel faults, for the other files of this component: kernel_call.h
// prepares a thread for them, kernel_time_limit.cpp interrupts a kernel through them.
#pragma once

#include <sys/types.h>

namespace lanewise::detail {

/// Installs the handlers, once a process, and an alternate stack for this thread. Before the first
/// call of a thread.
void prepareForFaults();

/// Installs the handlers, once a process. False if there are none.
bool canInterruptKernels();
/// The kernel that the thread of this process runs is left if its time limit has passed. No effect
/// while the thread is not in kernel code, or while another handler has replaced ours.
/// \pre canInterruptKernels().
void interruptKernel(pid_t thread);

}  // namespace lanewise::detail
