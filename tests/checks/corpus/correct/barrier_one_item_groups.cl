// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of one work-item need no barrier.
// run: barrier_one_item_groups 16 1 buffer:64
// report: none
kernel void barrier_one_item_groups(global int* out) {
  local int value;
  value = get_global_id(0);
  out[get_global_id(0)] = value;
}
