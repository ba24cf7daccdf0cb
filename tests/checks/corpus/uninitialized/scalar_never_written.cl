// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private variable is stored that nothing has written.
// run: scalar_never_written 16 16 buffer:64
// report: uninitialized 7
kernel void scalar_never_written(global int* out) {
  int value;
  out[get_global_id(0)] = value;
}
