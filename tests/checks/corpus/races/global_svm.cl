// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SVM is shifted in place.
// run: global_svm 64 16 svm:256
// report: races 8
kernel void global_svm(global int* a) {
  const int i = get_global_id(0);
  if (i < 63)
    a[i] = a[i + 1];
}
