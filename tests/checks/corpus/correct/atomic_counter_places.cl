// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic counter gives each work-item a place of its own.
// run: atomic_counter_places 64 16 buffer:256 buffer:4
// report: none
kernel void atomic_counter_places(global int* out, global int* count) {
  const int i = get_global_id(0);
  if (i % 3 == 0) out[atomic_inc(count)] = i;
}
