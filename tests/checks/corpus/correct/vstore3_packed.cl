// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of three are stored without gaps.
// run: vstore3_packed 16 16 buffer:192
// report: none
kernel void vstore3_packed(global float* out) {
  const int i = get_global_id(0);
  vstore3((float3)(i, i + 1, i + 2), i, out);
}
