// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stacks on which the handler of faults runs: the stack of the thread may be what has
// overflowed. For fault_handler.cpp.
#pragma once

namespace lanewise {

/// Once a process, before giveAlternateStack(). False if the process cannot have any.
bool prepareAlternateStacks();

/// Gives the calling thread an alternate stack until it ends. A thread that has one keeps it.
/// Without memory for it, stack overflow ends the process.
void giveAlternateStack();

}  // namespace lanewise
