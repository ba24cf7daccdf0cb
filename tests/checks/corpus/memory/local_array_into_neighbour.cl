// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of one local array leads into another one.
// run: local_array_into_neighbour 32 16 buffer:128 int:16
// report: memory 15
kernel void local_array_into_neighbour(global int* out, int distance) {
  local int first[16];
  local int second[16];
  local int third[16];
  const int l = get_local_id(0);
  first[l] = 1;
  second[l] = 2;
  third[l] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first[l] + third[l] +
                          second[l + distance];
}
