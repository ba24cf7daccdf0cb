// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One byte of an int is written by a pointer, and all of it is stored.
// run: bits_partly_written 16 16 buffer:64
// report: uninitialized 8
kernel void bits_partly_written(global int* out) {
  int value;
  *(char*)&value = 5;
  out[get_global_id(0)] = value;
}
