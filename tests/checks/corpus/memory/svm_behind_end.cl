// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index leaves an SVM allocation.
// run: svm_behind_end 64 16 svm:252
// report: memory 6
kernel void svm_behind_end(global int* a) {
  a[get_global_id(0)] = 3;
}
