// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of an unordered queue have their own buffers.
// queue: unordered
// run: unordered_independent 64 16 buffer:256 int:1
// run: unordered_independent 64 16 buffer:256 int:2
// report: none
kernel void unordered_independent(global int* a, int value) {
  a[get_global_id(0)] = value;
}
