// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function adds by a generic pointer to a sum in a buffer.
// run: generic_global 32 16 buffer:4
// options: -cl-std=CL2.0
// report: races 7
void add(int* p, int value) {
  *p += value;
}
kernel void generic_global(global int* sum) { add(sum, get_global_id(0) + 1); }
