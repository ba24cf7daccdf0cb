// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SVM is freed between the call that sets the argument and the launch, and is read.
// run: freed_svm_read 16 16 buffer:64 freed:64
// report: memory 7
kernel void freed_svm_read(global int* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
