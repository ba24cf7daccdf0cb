// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram is counted with atomics in a buffer.
// run: histogram_global_atomics 64 16 buffer:32 written:256
// report: none
kernel void histogram_global_atomics(global int* bins, global const int* in) {
  atomic_inc(bins + (in[get_global_id(0)] & 7));
}
