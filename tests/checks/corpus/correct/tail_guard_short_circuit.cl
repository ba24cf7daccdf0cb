// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A second condition is evaluated for valid indices only.
// run: tail_guard_short_circuit 128 32 buffer:512 written:400 int:100
// report: none
kernel void tail_guard_short_circuit(global int* out, global const int* in, int n) {
  const int i = get_global_id(0);
  out[i] = i < n && in[i] > 10 ? 1 : 2;
}
