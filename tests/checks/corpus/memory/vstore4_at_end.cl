// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last vector of a buffer with a length of 4 n + 2 elements ends outside.
// run: vstore4_at_end 16 16 buffer:248
// report: memory 7
kernel void vstore4_at_end(global int* a) {
  const size_t i = get_global_id(0);
  vstore4((int4)(1, 2, 3, 4), i, a);
}
