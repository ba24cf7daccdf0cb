// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop reads from one sub-buffer into the next one of the same buffer.
// run: sub_buffer_into_neighbour 16 16 buffer:64 sub:4096:0:1024 int:257
// report: memory 8
kernel void sub_buffer_into_neighbour(global int* out, global const int* in, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k];
  out[get_global_id(0)] = sum;
}
