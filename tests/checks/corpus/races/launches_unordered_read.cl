// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of an unordered queue reads what another one writes, and nothing orders them.
// queue: unordered
// run: launches_unordered_read 64 16 buffer:256
// run: launches_unordered_read2 64 16 first:0 buffer:256
// report: races 8|11
kernel void launches_unordered_read(global int* a) {
  a[get_global_id(0)] = 1;
}
kernel void launches_unordered_read2(global const int* a, global int* out) {
  out[get_global_id(0)] = a[get_global_id(0)];
}
