// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group announces its result by a plain store.
// run: global_flag_not_atomic 32 16 buffer:4 buffer:4 buffer:128
// report: races 11|17
// report: races 12|14
// may: races 15
kernel void global_flag_not_atomic(global int* data, global int* flag, global int* out) {
  const int i = get_global_id(0);
  out[i] = 0;
  if (i == 0) {
    *data = 42;
    *flag = 1;
  }
  if (i == 20 && *flag == 1)
    out[i] = *data;
  if (i == 21)
    out[i] = *data;
}
