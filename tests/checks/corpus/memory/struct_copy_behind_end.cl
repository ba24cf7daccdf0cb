// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure of 16 bytes is copied from a buffer that has one less.
// run: struct_copy_behind_end 8 8 buffer:128 readonly:112
// report: memory 8
typedef struct { int a, b, c, d; } Four;
kernel void struct_copy_behind_end(global Four* out, global const Four* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
