// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of one private array leads into another one.
// run: private_array_into_neighbour 16 16 buffer:64 int:4
// report: memory 11
kernel void private_array_into_neighbour(global int* out, int distance) {
  int first[4] = {1, 2, 3, 4};
  int second[4] = {5, 6, 7, 8};
  const int i = get_global_id(0);
  first[i % 4] = i;
  second[i % 4] = i;
  out[i] = first[i % 4 + distance]
           + second[(i + 1) % 4];
}
