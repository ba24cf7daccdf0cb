// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lanewise-cc makes program binaries of: OpenCL C 1.2, a vector variant of the device library,
// a barrier with local memory, and a variable of the program.

constant float kFactor = 3.0f;

kernel void scale(global float *out, float shift) {
  const size_t i = get_global_id(0);
  out[i] = kFactor * exp2(out[i]) + shift;
}

kernel void reverseInGroups(global int *out) {
  local int copy[16];
  copy[get_local_id(0)] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = copy[get_local_size(0) - 1 - get_local_id(0)];
}
