// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last byte of the buffer is written and none behind it.
// run: last_element_exactly 61 - buffer:61
// report: none
kernel void last_element_exactly(global char* a) {
  a[get_global_id(0)] = 1;
}
