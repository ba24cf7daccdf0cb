// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The third component of the last vector is outside.
// run: vload3_at_end 16 16 buffer:64 readonly:188
// report: memory 7
kernel void vload3_at_end(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  const float3 v = vload3(i, in);
  out[i] = v.x + v.y + v.z;
}
