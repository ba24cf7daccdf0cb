// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of a private array comes from an argument and is one too large.
// run: private_array_behind_end 16 16 buffer:64 int:1
// report: memory 8
kernel void private_array_behind_end(global int* out, int shift) {
  int values[8];
  for (int k = 0; k < 8; ++k) values[k] = k;
  out[get_global_id(0)] = values[get_local_id(0) % 8 + shift];
}
