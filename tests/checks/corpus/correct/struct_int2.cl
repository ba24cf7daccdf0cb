// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure is moved by way of private memory. Elements are int2.
// run: struct_int2 16 16 buffer:1024 buffer:1024
// report: none
typedef struct { int2 first, second; } Two;
kernel void struct_int2(global Two* out, global const Two* in) {
  const int i = get_global_id(0);
  Two two = in[15 - i];
  const int2 first = two.first;
  two.first = two.second;
  two.second = first;
  out[i] = two;
}
