// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only the half of a buffer that the host has written is read.
// run: unwritten_buffer_half_used 32 16 buffer:128 begun:256:128
// report: none
kernel void unwritten_buffer_half_used(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] * 3;
}
