// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure has a pointer to a buffer and its length.
// run: pointer_in_struct 32 16 buffer:128 buffer:64 int:16
// report: none
typedef struct { global const int* begin; int count; } View;
int get(View view, int i) { return i < view.count ? view.begin[i] : -1; }
kernel void pointer_in_struct(global int* out, global const int* in, int n) {
  const View view = {in, n};
  const int i = get_global_id(0);
  out[i] = get(view, i);
}
