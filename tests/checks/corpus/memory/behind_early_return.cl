// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items that do not return read outside.
// run: behind_early_return 64 16 buffer:256 readonly:256 int:10
// report: memory 9
kernel void behind_early_return(global int* out, global const int* in, int n) {
  const int i = get_global_id(0);
  out[i] = 0;
  if (i < n) return;
  out[i] = in[i * 2];
}
