// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first work-item reads the neighbour on the left, which the buffer does not have.
// run: read_before_begin 64 16 buffer:256 buffer:256
// report: memory 7
kernel void read_before_begin(global int* out, global const int* in) {
  const int i = (int)get_global_id(0);
  out[i] = in[i - 1];
}
