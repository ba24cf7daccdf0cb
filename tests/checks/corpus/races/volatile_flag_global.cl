// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile flag is written and read without atomics.
// run: volatile_flag_global 64 16 buffer:4 buffer:256
// report: benign-races 7|8
kernel void volatile_flag_global(volatile global int* flag, global int* out) {
  const int i = get_global_id(0);
  if (i == 0) *flag = 1;
  out[i] = *flag;
}
