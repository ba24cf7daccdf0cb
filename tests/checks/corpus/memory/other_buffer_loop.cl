// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with a stride of the distance between two buffers accesses the first one and then the second one.
// run: other_buffer_loop 16 16 buffer:64 readonly:1024 readonly:1024
// report: memory 10
kernel void other_buffer_loop(global int* out, global const int* a, global const int* b) {
  const int i = get_global_id(0);
  const long step = b - a;
  int sum = 0;
  for (int k = 0; k < 2; ++k)
    sum += a[i + k * step];
  out[i] = sum;
}
