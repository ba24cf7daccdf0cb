// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of 64 bits is near the largest value.
// run: huge_index 16 16 buffer:64 long:4611686018427387900
// report: memory 6
kernel void huge_index(global int* out, long index) {
  out[index + get_global_id(0) % 2] = 1;
}
