// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item has a chunk of consecutive elements, the last one a shorter one.
// run: chunk_per_item 8 8 buffer:200 int:50
// report: none
kernel void chunk_per_item(global int* a, int n) {
  const int chunk = (n + 7) / 8, begin = get_global_id(0) * chunk;
  const int end = min(begin + chunk, n);
  for (int i = begin; i < end; ++i) a[i] = i;
}
