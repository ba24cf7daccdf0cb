// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant data is a structure with arrays.
// run: constant_struct 16 16 buffer:64
// report: none
typedef struct { int low[4], high[4]; float weight; } Bounds;
constant Bounds bounds = {{1, 2, 3, 4}, {5, 6, 7, 8}, 0.5f};
kernel void constant_struct(global int* out) {
  const int i = get_global_id(0);
  out[i] = bounds.low[i & 3] + bounds.high[3 - i % 4];
}
