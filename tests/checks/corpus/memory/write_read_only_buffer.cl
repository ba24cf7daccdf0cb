// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes to a buffer with CL_MEM_READ_ONLY.
// run: write_read_only_buffer 64 16 readonly:256
// report: memory 6
kernel void write_read_only_buffer(global int* a) {
  a[get_global_id(0)] = 1;
}
