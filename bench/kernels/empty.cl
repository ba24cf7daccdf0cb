// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing: what remains is the cost of the launch.
kernel void empty(void) {}
