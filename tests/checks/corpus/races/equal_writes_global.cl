// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items write the same value to one element, which is harmless on most devices.
// run: equal_writes_global 64 16 buffer:4
// report: benign-races 6
kernel void equal_writes_global(global int* found) {
  *found = 1;
}
