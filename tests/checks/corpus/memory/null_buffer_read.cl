// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument is null, and is read.
// run: null_buffer_read 64 16 buffer:256 null
// report: memory 7
kernel void null_buffer_read(global int* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
