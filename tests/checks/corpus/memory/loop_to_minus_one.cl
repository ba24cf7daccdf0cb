// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that counts down does not stop at element 0.
// run: loop_to_minus_one 16 16 buffer:64 readonly:256 int:64
// report: memory 8
kernel void loop_to_minus_one(global int* out, global const int* in, int n) {
  int sum = 0;
  for (int k = n - 1; k >= -1; --k)
    sum += in[k];
  out[get_global_id(0)] = sum;
}
