// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer is shifted in place.
// run: global_shift_in_place 64 16 buffer:256
// report: races 8
kernel void global_shift_in_place(global int* a) {
  const int i = get_global_id(0);
  if (i < 63)
    a[i] = a[i + 1];
}
