// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vload4 reads at an address that is aligned to elements only.
// run: misaligned_by_vload 15 - buffer:64 written:256
// report: none
kernel void misaligned_by_vload(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = vload4(i, in + 1).s3;
}
