// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer is null in some work-items.
// run: generic_null 16 16 buffer:64
// options: -cl-std=CL2.0
// report: memory 9|10
kernel void generic_null(global int* out) {
  int value = 3;
  const int i = get_global_id(0);
  const int* p = i < 12 ? &value : (const int*)0;
  out[i] = *p;
}
