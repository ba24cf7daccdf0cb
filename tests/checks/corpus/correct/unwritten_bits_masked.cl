// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bits of a variable that were not written are masked out.
// run: unwritten_bits_masked 16 16 buffer:64
// report: none
kernel void unwritten_bits_masked(global int* out) {
  int value;
  *(char*)&value = 5;
  out[get_global_id(0)] = value & 0xff;
}
