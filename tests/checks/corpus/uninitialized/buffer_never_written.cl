// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer without contents is read and decides a branch.
// run: buffer_never_written 16 16 buffer:64 empty:64
// report: uninitialized 8|10
kernel void buffer_never_written(global int* out, global const int* in) {
  const int i = get_global_id(0);
  int value = 0;
  if (in[i] > 3)
    value = 1;
  out[i] = value;
}
