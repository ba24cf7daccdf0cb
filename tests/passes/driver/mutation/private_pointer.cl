// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pointer to local memory is kept in a private variable, behind a function.
void add(local int* p, int value) { atomic_add(p, value); }
kernel void k(global int* out, local int* sum) {
  local int* place = sum;
  add(place, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = *place;
}
