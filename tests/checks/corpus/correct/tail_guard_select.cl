// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items behind the end choose a valid index.
// run: tail_guard_select 128 32 buffer:512 buffer:400 int:100
// report: none
kernel void tail_guard_select(global float* out, global const float* in, int n) {
  const int i = get_global_id(0);
  out[i] = in[i < n ? i : n - 1];
}
