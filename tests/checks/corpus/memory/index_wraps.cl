// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unsigned index wraps below zero, and an addition in 64 bits does not wrap back.
// run: index_wraps 16 16 buffer:64 readonly:64
// report: memory 7
kernel void index_wraps(global int* out, global const int* in) {
  const uint i = get_global_id(0);
  out[i] = in[(size_t)(i - 1u)];
}
