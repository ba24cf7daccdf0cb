// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector that begins inside of a sub-buffer ends in the rest of the buffer.
// run: sub_buffer_vload4 64 16 buffer:256 sub:2048:1024:256
// report: memory 7
kernel void sub_buffer_vload4(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  out[i] = vload4(0, in + i).w;
}
