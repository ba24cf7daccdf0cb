// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two private arrays are swapped by pointers.
// run: private_pointer_swap 16 16 buffer:64 int:3
// report: none
kernel void private_pointer_swap(global int* out, int n) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0, 0, 0, 0};
  int *from = a, *to = b;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < 4; ++j) to[j] = from[(j + 1) & 3];
    int* swap = from;
    from = to;
    to = swap;
  }
  out[get_global_id(0)] = from[get_global_id(0) & 3];
}
