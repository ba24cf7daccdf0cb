// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure is moved by way of private memory. Elements are float.
// run: struct_float 16 16 buffer:1024 buffer:1024
// report: none
typedef struct { float first, second; } Two;
kernel void struct_float(global Two* out, global const Two* in) {
  const int i = get_global_id(0);
  Two two = in[15 - i];
  const float first = two.first;
  two.first = two.second;
  two.second = first;
  out[i] = two;
}
