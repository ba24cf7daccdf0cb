// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An optional output is null and is not written.
// run: null_optional_output 16 16 buffer:64 null buffer:64
// run: null_optional_output 16 16 first:0 buffer:64 first:2
// report: none
kernel void null_optional_output(global int* out, global int* status, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] + 1;
  if (status != 0) status[i] = 1;
}
