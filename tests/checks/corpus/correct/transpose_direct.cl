// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose without local memory.
// run: transpose_direct 16x16 8x4 buffer:1024 written:1024
// report: none
kernel void transpose_direct(global int* out, global const int* in) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * 16 + y] = in[y * 16 + x];
}
