// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item sorts a private array.
// run: insertion_sort_private 16 16 buffer:512 written:512
// report: none
kernel void insertion_sort_private(global int* out, global const int* in) {
  int keys[8];
  const int i = get_global_id(0);
  for (int k = 0; k < 8; ++k) keys[k] = in[i * 8 + 7 - k];
  for (int k = 1; k < 8; ++k) {
    const int key = keys[k];
    int j = k;
    while (j > 0 && keys[j - 1] > key) {
      keys[j] = keys[j - 1];
      --j;
    }
    keys[j] = key;
  }
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = keys[k];
}
