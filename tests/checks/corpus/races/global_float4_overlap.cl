// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors are stored at a distance of three floats.
// run: global_float4_overlap 16 16 buffer:256
// report: races 7
kernel void global_float4_overlap(global float* a) {
  const int i = get_global_id(0);
  vstore4((float4)(i), 0, a + 3 * i);
}
