// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last structure of a sub-buffer is only half in it.
// run: sub_buffer_struct 16 16 sub:4096:1024:248
// report: memory 9
typedef struct { int first, second, third, fourth; } Four;
kernel void sub_buffer_struct(global Four* a) {
  const int i = get_global_id(0);
  a[i].first = i;
  a[i].third = i;
}
