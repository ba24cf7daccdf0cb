// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last vector of three ends with the buffer, which has no fourth component.
// run: vload3_at_end_exact 16 16 buffer:64 buffer:192
// report: none
kernel void vload3_at_end_exact(global float* out, global const float* in) {
  const int i = get_global_id(0);
  const float3 v = vload3(i, in);
  out[i] = v.x + v.y + v.z;
}
