// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local argument is divided into two arrays.
// run: local_argument_two_parts 64 16 buffer:256 local:128
// report: none
kernel void local_argument_two_parts(global int* out, local int* space) {
  local int* first = space;
  local float* second = (local float*)(space + 16);
  const int l = get_local_id(0);
  first[l] = l;
  second[l] = 0.5f * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first[15 - l] + (int)second[l ^ 1];
}
