// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of one member of constant data leads into the next member.
// run: constant_member_into_neighbour 16 16 buffer:64 int:3
// report: memory 9
typedef struct { int low[4], high[4]; } Bounds;
constant Bounds bounds = {{1, 2, 3, 4}, {5, 6, 7, 8}};
kernel void constant_member_into_neighbour(global int* out, int shift) {
  const int i = get_global_id(0);
  out[i] = bounds.low[i % 4 + shift];
}
