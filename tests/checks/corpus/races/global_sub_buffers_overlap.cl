// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sub-buffers overlap, and one is read while the other is written.
// run: global_sub_buffers_overlap 64 16 buffer:4096 part:0:0:1024 part:0:512:1024
// report: races 7
kernel void global_sub_buffers_overlap(global int* whole, global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[128 + i] = in[(i + 1) & 63];
}
