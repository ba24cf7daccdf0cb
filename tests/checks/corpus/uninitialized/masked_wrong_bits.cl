// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mask leaves bits of the value that were not written.
// run: masked_wrong_bits 16 16 buffer:64
// report: uninitialized 8
kernel void masked_wrong_bits(global int* out) {
  int value;
  ((short*)&value)[0] = 5;
  out[get_global_id(0)] = value & 0x1ffff;
}
