// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of an unordered queue count with atomics.
// queue: unordered
// run: unordered_atomics 64 16 buffer:4
// run: unordered_atomics 64 16 first:0
// report: none
kernel void unordered_atomics(global int* count) {
  atomic_inc(count);
}
