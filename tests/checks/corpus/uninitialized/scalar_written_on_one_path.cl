// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable is written by half of the work-items only.
// run: scalar_written_on_one_path 16 16 buffer:64
// report: uninitialized 9
kernel void scalar_written_on_one_path(global int* out) {
  const int i = get_global_id(0);
  int value;
  if (i & 1) value = i;
  out[i] = value;
}
