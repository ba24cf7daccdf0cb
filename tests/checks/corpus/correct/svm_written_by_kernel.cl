// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SVM without contents is written by one launch and read by the next one.
// run: svm_written_by_kernel 64 16 emptysvm:256
// run: svm_written_by_kernel2 64 16 first:0 buffer:256
// report: none
kernel void svm_written_by_kernel(global int* a) {
  a[get_global_id(0)] = 7;
}
kernel void svm_written_by_kernel2(global const int* a, global int* out) {
  const int i = get_global_id(0);
  out[i] = a[63 - i] + 1;
}
