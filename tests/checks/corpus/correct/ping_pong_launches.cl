// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches alternate between two buffers.
// run: ping_pong_launches 64 16 buffer:256 written:256
// run: ping_pong_launches 64 16 first:1 first:0
// run: ping_pong_launches 64 16 first:0 first:1
// report: none
kernel void ping_pong_launches(global int* to, global const int* from) {
  const int i = get_global_id(0);
  to[i] = from[(i + 1) & 63] + 1;
}
