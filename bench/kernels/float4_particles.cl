// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Charged particles in a magnetic field around the z axis, in the arithmetic of float4 vectors.
kernel void float4_particles(global const float4 *restrict positions, global const float4 *restrict velocities,
                             global float4 *restrict ends, int steps, float dt) {
  const int i = get_global_id(0);
  float4 position = positions[i], velocity = velocities[i];
  for (int step = 0; step < steps; ++step) {
    const float4 around = (float4)(-position.y, position.x, 1.0f, 0.0f);
    const float4 field = around / (1.0f + dot(position, position));
    velocity += dt * cross(velocity, field);
    position += dt * velocity;
  }
  ends[i] = position;
}
