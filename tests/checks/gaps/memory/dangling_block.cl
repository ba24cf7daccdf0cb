// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to a variable of a block is used behind the block.
// run: dangling_block 16 16 buffer:64 int:3
// report: memory 13
kernel void dangling_block(global int* out, int n) {
  const int* p = 0;
  int other = 5;
  if (n > 2) {
    int values[4] = {n, n + 1, n + 2, n + 3};
    values[n % 4] = other;
    p = values;
  }
  out[get_global_id(0)] = p[n % 4];
}
