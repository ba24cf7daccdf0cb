// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A branch depends on an element of a private array that was not written.
// run: array_in_branch 16 16 buffer:64 int:7
// report: uninitialized 10|12
kernel void array_in_branch(global int* out, int n) {
  int flags[8];
  for (int k = 0; k < n; ++k) flags[k] = 0;
  const int i = get_global_id(0);
  int value = 0;
  if (flags[i & 7])
    value = i;
  out[i] = value;
}
