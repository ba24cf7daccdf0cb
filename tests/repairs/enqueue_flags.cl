// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CL3.0 -o %t %s
kernel void parent(global int *out, queue_t queue, ulong flags) {
  enqueue_kernel(queue, flags, ndrange_1D(1), ^{
    out[0] = 1;
  });
  enqueue_kernel(queue, (uchar)2, ndrange_1D(1), ^{
    out[1] = 1;
  });
  enqueue_kernel(queue, 0ul, ndrange_1D(1), ^{
    out[2] = 1;
  });
}
