// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to one SVM allocation leads into another one.
// run: other_svm 16 16 svm:64 svm:64
// report: memory 7
kernel void other_svm(global int* a, global int* b) {
  const long distance = b - a;
  a[distance + (long)get_global_id(0)] = 7;
}
