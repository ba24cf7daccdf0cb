// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any() of a vector with an unwritten component decides a branch.
// run: vector_in_branch 16 16 buffer:64
// report: uninitialized 9|11
kernel void vector_in_branch(global int* out) {
  int4 v;
  v.s012 = (int3)(0);
  int value = 0;
  if (any(v < 0))
    value = 1;
  out[get_global_id(0)] = value;
}
