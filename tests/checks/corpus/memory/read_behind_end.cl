// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last work-item reads the neighbour on the right, which the buffer does not have.
// run: read_behind_end 64 16 buffer:256 buffer:256
// report: memory 8
kernel void read_behind_end(global int* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i] +
           in[i + 1];
}
