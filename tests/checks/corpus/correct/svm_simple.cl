// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SVM is written and read by each work-item.
// run: svm_simple 64 16 svm:256 svm:256
// run: svm_simple2 64 16 first:0 first:1
// report: none
kernel void svm_simple(global int* a, global int* b) {
  const int i = get_global_id(0);
  a[i] = b[i] + i;
}
kernel void svm_simple2(global int* a, global int* b) {
  const int i = get_global_id(0);
  b[i] = a[63 - i];
}
