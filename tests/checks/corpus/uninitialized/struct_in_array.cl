// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One structure of an array has an unwritten member.
// run: struct_in_array 16 16 buffer:64 int:3
// report: uninitialized 14
typedef struct { float weight; int index; } Entry;
kernel void struct_in_array(global float* out, int n) {
  Entry entries[4];
  for (int k = 0; k < 4; ++k) {
    entries[k].index = k;
    if (k < n) entries[k].weight = k;
  }
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += entries[k].weight;
  out[get_global_id(0)] = sum;
}
