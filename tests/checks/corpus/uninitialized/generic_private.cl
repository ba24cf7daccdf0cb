// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function reads an unwritten private variable by a generic pointer.
// run: generic_private 16 16 buffer:64
// options: -cl-std=CL2.0
// report: uninitialized 10
int get(const int* p) { return *p + 1; }
kernel void generic_private(global int* out) {
  int value[2];
  value[1] = 2;
  out[get_global_id(0)] = get(value);
}
