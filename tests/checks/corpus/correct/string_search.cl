// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item compares a text at its place and stops at the end.
// run: string_search 64 16 buffer:64 written:64 written:8 int:64 int:8
// report: none
kernel void string_search(global char* out, global const char* text, global const char* word, int n, int m) {
  const int i = get_global_id(0);
  int k = 0;
  while (k < m && i + k < n && text[i + k] == word[k]) ++k;
  out[i] = k == m;
}
