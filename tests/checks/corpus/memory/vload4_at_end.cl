// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector that begins at each element ends outside for the last three.
// run: vload4_at_end 64 16 buffer:256 readonly:256
// report: memory 7
kernel void vload4_at_end(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  const float4 v = vload4(0, in + i);
  out[i] = v.x + v.y + v.z + v.w;
}
