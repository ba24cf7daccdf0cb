// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A maximum is compared with a value that nothing has written.
// run: maximum_without_start 16 16 buffer:64 readonly:64
// report: uninitialized 8|9|10
kernel void maximum_without_start(global int* out, global const int* in) {
  int largest;
  for (int k = 0; k < 16; ++k)
    if (in[k] > largest)
      largest = in[k];
  out[get_global_id(0)] = largest;
}
