// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of the library gets a value that nothing has written, and its result is stored.
// run: argument_of_sin 16 16 buffer:64
// report: uninitialized 8
kernel void argument_of_sin(global float* out) {
  float x;
  if (get_global_id(0) > 20) x = 1;
  out[get_global_id(0)] = sin(x);
}
