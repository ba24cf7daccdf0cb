// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CL3.0 -o %t %s
kernel void parent(global int *out, queue_t queue) {
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), (void (^)(void))^{
    out[0] = 1;
  });
}
