// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop leaves a sub-buffer and goes on in the buffer that it is part of. Elements are double.
// run: sub_buffer_next_double 16 16 buffer:1024 sub:8192:2048:512 int:65
// report: memory 8
kernel void sub_buffer_next_double(global double* out, global const double* in, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k];
  out[get_global_id(0)] = sum;
}
