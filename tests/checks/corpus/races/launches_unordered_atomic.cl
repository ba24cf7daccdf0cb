// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch counts with atomics, and one without an order reads the count.
// queue: unordered
// run: launches_unordered_atomic 64 16 buffer:4
// run: launches_unordered_atomic2 64 16 first:0 buffer:256
// report: races 8|11
kernel void launches_unordered_atomic(global int* count) {
  atomic_inc(count);
}
kernel void launches_unordered_atomic2(global const int* count, global int* out) {
  out[get_global_id(0)] = *count;
}
