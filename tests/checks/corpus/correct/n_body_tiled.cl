// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies are loaded into local memory tile by tile.
// run: n_body_tiled 32 16 buffer:512 buffer:512
// report: none
kernel void n_body_tiled(global float4* out, global const float4* bodies) {
  local float4 tile[16];
  const int i = get_global_id(0), l = get_local_id(0);
  const float4 own = bodies[i] + (float4)(i, 0, 0, 1);
  float4 force = 0;
  for (int t = 0; t < 2; ++t) {
    tile[l] = bodies[t * 16 + l] + (float4)(t * 16 + l, 0, 0, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) {
      const float4 d = tile[k] - own;
      force += d * rsqrt(dot(d.xyz, d.xyz) + 0.01f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = force;
}
