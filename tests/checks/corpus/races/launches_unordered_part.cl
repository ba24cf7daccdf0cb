// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches on overlapping sub-buffers have no order.
// queue: unordered
// run: launches_unordered_part 64 16 buffer:4096 part:0:0:1024 int:192
// run: launches_unordered_part 64 16 first:0 part:0:768:1024 int:0
// report: races 8
kernel void launches_unordered_part(global int* whole, global int* part, int begin) {
  part[begin + get_global_id(0)] = begin;
}
