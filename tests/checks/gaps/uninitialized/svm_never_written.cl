// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An SVM allocation is read that nobody has written.
// run: svm_never_written 16 16 buffer:64 emptysvm:64
// report: uninitialized 7
kernel void svm_never_written(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] + 1;
}
