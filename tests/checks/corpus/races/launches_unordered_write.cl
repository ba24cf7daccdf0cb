// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two launches of an unordered queue write the same buffer.
// queue: unordered
// run: launches_unordered_write 64 16 buffer:256 int:1
// run: launches_unordered_write 64 16 first:0 int:2
// report: races 8
kernel void launches_unordered_write(global int* a, int value) {
  a[get_global_id(0)] = value;
}
