// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An offset in bytes, which an argument is added to, leads from one buffer into another one.
// run: other_buffer_byte_offset 16 16 buffer:64 readonly:4096 readonly:4096 int:128
// report: memory 7
kernel void other_buffer_byte_offset(global int* out, global const char* a, global const char* b, int skip) {
  const size_t offset = (size_t)b - (size_t)a + skip;
  out[get_global_id(0)] = *(global const int*)(a + offset + 4 * get_global_id(0));
}
