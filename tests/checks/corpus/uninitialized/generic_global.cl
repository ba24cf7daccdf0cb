// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function adds to a buffer without contents by a generic pointer.
// run: generic_global 16 16 empty:64
// options: -cl-std=CL2.0
// report: uninitialized 7
void add(int* p, int value) {
  *p += value;
}
kernel void generic_global(global int* sums) { add(sums + get_global_id(0), 3); }
