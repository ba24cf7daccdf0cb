// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel reads from a buffer with CL_MEM_WRITE_ONLY.
// run: read_write_only_buffer 64 16 buffer:256 writeonly:256
// report: memory 7
kernel void read_write_only_buffer(global int* out, global int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
