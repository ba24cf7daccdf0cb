// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel's type is twice as large as the elements of the buffer.
// run: double_in_float_buffer 64 16 buffer:256
// report: memory 6
kernel void double_in_float_buffer(global double* a) {
  a[get_global_id(0)] = 1.0;
}
