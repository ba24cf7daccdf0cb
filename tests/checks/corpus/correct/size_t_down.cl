// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unsigned counter goes down to zero.
// run: size_t_down 16 16 buffer:64 written:64
// report: none
kernel void size_t_down(global int* out, global const int* in) {
  int sum = 0;
  for (size_t k = 16; k-- > 0;) sum += in[k];
  out[get_global_id(0)] = sum;
}
