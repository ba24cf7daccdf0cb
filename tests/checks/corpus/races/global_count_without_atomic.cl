// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of all groups count without an atomic.
// run: global_count_without_atomic 64 16 buffer:4
// report: races 7
// may: benign-races 7
kernel void global_count_without_atomic(global int* count) {
  ++*count;
}
