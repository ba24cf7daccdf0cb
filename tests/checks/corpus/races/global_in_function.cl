// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function adds to a shared sum.
// run: global_in_function 64 16 buffer:4 readonly:256
// report: races 6
void add(global float* sum, float value) {
  *sum += value;
}
kernel void global_in_function(global float* sum, global const float* in) {
  add(sum, in[get_global_id(0)] + get_global_id(0));
}
