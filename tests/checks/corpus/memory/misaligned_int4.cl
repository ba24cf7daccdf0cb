// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to a vector has the alignment of its elements only.
// run: misaligned_int4 16 16 buffer:512
// report: memory 6
kernel void misaligned_int4(global int* a) {
  *(global int4*)(a + 4 * get_global_id(0) + 1) = (int4)(1);
}
