// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A search returns a null pointer where it finds nothing.
// run: null_pointer_of_program 16 16 buffer:64 buffer:64
// report: memory 12
global const int* find(global const int* a, int value) {
  for (int k = 0; k < 16; ++k)
    if (a[k] == value) return a + k;
  return 0;
}
kernel void null_pointer_of_program(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = *find(in, i);
}
