// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An optional argument is null and is not read.
// run: null_not_read 16 16 buffer:64 null
// report: none
kernel void null_not_read(global int* out, global const int* weights) {
  const int i = get_global_id(0);
  out[i] = weights ? weights[i] : 1;
}
