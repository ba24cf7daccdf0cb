// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two launches of an unordered queue write the same places, in kernels of other lengths.
// queue: unordered
// run: launches_of_two_kernels 64 16 buffer:256 buffer:256
// run: launches_of_two_kernels2 64 16 first:0
// report: races 9|12
kernel void launches_of_two_kernels(global int* a, global const int* in) {
  const int value = in[get_global_id(0)] + in[get_global_id(0) ^ 1];
  a[get_global_id(0)] = value;
}
kernel void launches_of_two_kernels2(global int* a) {
  a[get_global_id(0)] = 5;
}
