// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function gets a pointer to the middle of a local array and reads too far.
// run: local_pointer_in_function 16 16 buffer:64
// report: memory 8
int sum_of(local const int* values, int count) {
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum += values[k];
  return sum;
}
kernel void local_pointer_in_function(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum_of(tile + 8, 9);
}
