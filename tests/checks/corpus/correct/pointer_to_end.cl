// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer behind the end is compared, and not read.
// run: pointer_to_end 16 16 buffer:64 written:64
// report: none
kernel void pointer_to_end(global int* out, global const int* in) {
  int sum = 0;
  for (global const int* p = in; p != in + 16; ++p) sum += *p;
  out[get_global_id(0)] = sum;
}
