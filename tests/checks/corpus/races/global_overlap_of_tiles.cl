// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of neighbouring groups overlap by one element.
// run: global_overlap_of_tiles 64 16 buffer:256
// report: races 7
kernel void global_overlap_of_tiles(global int* a) {
  const int l = get_local_id(0), g = get_group_id(0);
  a[g * 15 + l] = g;
}
