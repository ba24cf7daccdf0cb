// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host has written half of a constant argument, and the other half makes an index.
// run: constant_of_half_written 16 16 buffer:64 readonly:64 begun:32:16
// report: uninitialized 7
kernel void constant_of_half_written(global int* out, global const int* in, constant int* order) {
  const int i = get_global_id(0);
  out[i] = in[order[i & 7] & 15];
}
