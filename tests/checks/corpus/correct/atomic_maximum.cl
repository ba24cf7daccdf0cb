// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The maximum over all work-items is found with an atomic.
// run: atomic_maximum 64 16 buffer:4 written:256
// report: none
kernel void atomic_maximum(global int* largest, global const int* in) {
  atomic_max(largest, in[get_global_id(0)]);
}
