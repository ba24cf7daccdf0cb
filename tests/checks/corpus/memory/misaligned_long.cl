// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long is read at an odd number of ints.
// run: misaligned_long 16 16 buffer:256 buffer:256
// report: memory 7
kernel void misaligned_long(global long* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = *(global const long*)(in + 2 * i + 1);
}
