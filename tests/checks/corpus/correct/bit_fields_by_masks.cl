// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields of a word are set one after the other with masks.
// run: bit_fields_by_masks 16 16 buffer:64
// report: none
kernel void bit_fields_by_masks(global uint* out) {
  uint word = 0;
  for (uint k = 0; k < 4; ++k) word |= (get_global_id(0) & 0xff) << (8 * k);
  out[get_global_id(0)] = word;
}
