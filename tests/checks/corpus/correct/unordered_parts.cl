// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of an unordered queue write different parts of a buffer.
// queue: unordered
// run: unordered_parts 64 16 buffer:4096 part:0:0:1024
// run: unordered_parts 64 16 first:0 part:0:1024:1024
// report: none
kernel void unordered_parts(global int* whole, global int* part) {
  part[get_global_id(0)] = 1;
}
