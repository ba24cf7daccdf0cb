// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of a broadcast is read from memory and differs.
// run: broadcast_from_memory 16 16 buffer:64 written:64
// options: -cl-std=CL2.0
// report: barriers 8
kernel void broadcast_from_memory(global int* out, global const int* in) {
  const int l = get_local_id(0);
  const int value = work_group_broadcast(l, in[l] / 15);
  out[l] = value;
}
