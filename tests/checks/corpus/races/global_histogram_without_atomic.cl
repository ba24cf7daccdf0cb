// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram is counted without atomics.
// run: global_histogram_without_atomic 64 16 buffer:16 written:256
// report: races 7
// may: benign-races 7
kernel void global_histogram_without_atomic(global int* bins, global const int* in) {
  bins[in[get_global_id(0)] & 3] += 1;
}
