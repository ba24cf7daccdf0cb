// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop reads behind the end of an SVM allocation.
// run: svm_behind_end_loop 8 8 buffer:32 svm:400 int:101
// report: memory 8
kernel void svm_behind_end_loop(global float* out, global const float* in, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k];
  out[get_global_id(0)] = sum;
}
