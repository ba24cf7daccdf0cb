// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does nothing: the time is the cost of the launch.
kernel void empty(void) {}
