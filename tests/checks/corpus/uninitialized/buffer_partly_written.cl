// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host writes all but the last four elements of a buffer.
// run: buffer_partly_written 64 16 buffer:256 begun:256:240
// report: uninitialized 7
kernel void buffer_partly_written(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] * 2;
}
