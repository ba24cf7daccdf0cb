// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer to a buffer goes behind its end.
// run: generic_global_behind_end 16 16 buffer:60
// options: -cl-std=CL2.0
// report: memory 7
void put(int* p, int value) {
  *p = value;
}
kernel void generic_global_behind_end(global int* a) {
  put(a + get_global_id(0), 1);
}
