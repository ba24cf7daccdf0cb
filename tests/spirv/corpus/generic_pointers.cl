// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static void swapThrough(int* a, int* b) { int t = *a; *a = *b; *b = t; }
kernel void generic_pointers(global int* data, local int* scratch, int which) {
  int mine = which;
  swapThrough(data, &mine);
  swapThrough(scratch, data + 1);
  int* p = which > 3 ? (int*)data : (int*)scratch;
  *p += mine;
  data[3] = p == data;
}
