// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of a broadcast differs among work-items.
// run: broadcast_of_different_items 16 16 buffer:64
// options: -cl-std=CL2.0
// report: barriers 8
kernel void broadcast_of_different_items(global int* out) {
  const int l = get_local_id(0);
  out[l] = work_group_broadcast(l, l & 1);
}
