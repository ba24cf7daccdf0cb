// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read by way of one buffer lands in another live one.
// run: other_buffer_read 16 16 buffer:1024 readonly:1024 readonly:1024
// report: memory 7
kernel void other_buffer_read(global int* out, global const int* a, global const int* b) {
  const long distance = ((long)b - (long)a) / (long)sizeof(int);
  out[get_global_id(0)] = a[distance + (long)get_global_id(0)]
                          + b[0];
}
