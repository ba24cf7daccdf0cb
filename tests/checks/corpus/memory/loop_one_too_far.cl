// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop has one iteration too many.
// run: loop_one_too_far 16 16 buffer:64 readonly:256 int:64
// report: memory 8
kernel void loop_one_too_far(global int* out, global const int* in, int n) {
  int sum = 0;
  for (int k = 0; k <= n; ++k)
    sum += in[k];
  out[get_global_id(0)] = sum;
}
