// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each launch is a step of a sorting network.
// run: bitonic_sort_global 16 8 written:128 int:2 int:1
// run: bitonic_sort_global 16 8 first:0 int:4 int:2
// run: bitonic_sort_global 16 8 first:0 int:4 int:1
// run: bitonic_sort_global 16 8 first:0 int:8 int:4
// report: none
kernel void bitonic_sort_global(global int* keys, int size, int stride) {
  const int i = get_global_id(0);
  const int low = 2 * i - (i & (stride - 1)), high = low + stride;
  const int up = (low & size) == 0;
  const int x = keys[low], y = keys[high];
  if ((x > y) == up) {
    keys[low] = y;
    keys[high] = x;
  }
}
