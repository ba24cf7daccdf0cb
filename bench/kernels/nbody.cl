// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acceleration of each body by all others: x, y, z and mass in a float4, softened.
kernel void nbody(global const float4 *restrict bodies, global float4 *restrict out, int count) {
  const float4 own = bodies[get_global_id(0)];
  float3 force = 0.0f;
  for (int i = 0; i < count; ++i) {
    const float4 other = bodies[i];
    const float3 d = other.xyz - own.xyz;
    const float square = d.x * d.x + d.y * d.y + d.z * d.z + 1e-4f;
    const float inverse = rsqrt(square);
    force += other.w * inverse * inverse * inverse * d;
  }
  out[get_global_id(0)] = (float4)(force, 0.0f);
}
