// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of an unordered queue read the same buffer.
// queue: unordered
// run: unordered_both_read 64 16 written:256 buffer:256
// run: unordered_both_read 64 16 first:0 buffer:256
// report: none
kernel void unordered_both_read(global const int* in, global int* out) {
  out[get_global_id(0)] = in[63 - get_global_id(0)];
}
