// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pointer of a structure leads from one buffer into another one.
// run: other_buffer_struct 16 16 buffer:128 buffer:128
// report: memory 8
typedef struct { int key, value; } Pair;
kernel void other_buffer_struct(global Pair* a, global Pair* b) {
  const long distance = b - a;
  a[get_global_id(0) + distance].value = 1;
}
