// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host has the buffer mapped for writing while the kernel reads it.
// run: mapped_buffer_read 16 16 buffer:64 mapped:64
// report: memory 7
kernel void mapped_buffer_read(global int* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
