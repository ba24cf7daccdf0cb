// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector is read from a private array at an offset that is too large.
// run: private_vload4 16 16 buffer:64 int:6
// report: memory 8
kernel void private_vload4(global int* out, int offset) {
  int values[8];
  for (int k = 0; k < 8; ++k) values[k] = k;
  out[get_global_id(0)] = vload4(0, values + offset).s3;
}
