// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag that only some work-items set decides a branch.
// run: scalar_in_branch 16 16 buffer:64 readonly:64
// report: uninitialized 10
kernel void scalar_in_branch(global int* out, global const int* in) {
  const int i = get_global_id(0);
  int isFound;
  if (in[i] > 0) isFound = 1;
  out[i] = 0;
  if (isFound)
    out[i] = 1;
}
