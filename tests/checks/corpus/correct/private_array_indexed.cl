// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is indexed by the work-item.
// run: private_array_indexed 64 16 buffer:256
// report: none
kernel void private_array_indexed(global int* out) {
  int squares[16];
  for (int k = 0; k < 16; ++k) squares[k] = k * k;
  out[get_global_id(0)] = squares[get_local_id(0)] + squares[15 - get_local_id(0)];
}
