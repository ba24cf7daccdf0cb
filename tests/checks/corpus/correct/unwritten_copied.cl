// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value that nobody has written is copied between private variables, and not used.
// run: unwritten_copied 16 16 buffer:64
// report: none
kernel void unwritten_copied(global int* out) {
  int a[4], b[4];
  a[0] = get_global_id(0);
  for (int k = 0; k < 4; ++k) b[k] = a[k];
  out[get_global_id(0)] = b[0];
}
