// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only work-items that have written their variable use it.
// run: unwritten_in_dead_lanes 64 16 buffer:256
// report: none
kernel void unwritten_in_dead_lanes(global int* out) {
  const int i = get_global_id(0);
  int value;
  if (i % 3 == 0) value = i;
  out[i] = 0;
  if (i % 3 == 0) out[i] = value;
}
