// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared virtual memory is freed while the launch waits for an event.
// run: svm_freed_while_waiting 16 16 buffer:64 lost:64
// options: -cl-std=CL2.0
// report: memory 8
kernel void svm_freed_while_waiting(global int* out, global const int* in) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
