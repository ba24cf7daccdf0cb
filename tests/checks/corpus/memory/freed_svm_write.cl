// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SVM is freed between the call that sets the argument and the launch, and is written.
// run: freed_svm_write 16 16 freed:64
// report: memory 6
kernel void freed_svm_write(global int* a) {
  a[get_global_id(0)] = 3;
}
