// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read that is relative to the end of the second buffer lands in the first one.
// run: other_buffer_negative 16 16 buffer:1024 readonly:1024 readonly:1024
// report: memory 9
kernel void other_buffer_negative(global int* out, global const int* a, global const int* b) {
  const int i = get_global_id(0);
  const long back = ((long)b - (long)a) / (long)sizeof(int);
  global const int* end = b + 256;
  out[i] = end[i - 256 - back];
}
