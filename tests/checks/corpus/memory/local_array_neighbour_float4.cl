// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative index of one local array of vectors leads into another one.
// run: local_array_neighbour_float4 16 16 buffer:256 int:16
// report: memory 15
kernel void local_array_neighbour_float4(global float4* out, int distance) {
  local float4 first[16];
  local float4 second[16];
  local float4 third[16];
  const int l = get_local_id(0);
  first[l] = 1;
  second[l] = 2;
  third[l] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = first[l] + third[l] +
           second[l - distance];
}
