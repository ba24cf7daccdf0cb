// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Charged particles in a magnetic field (kernels/float4_particles.cl): the coordinates in separate vectors.
static const uniform int kParticles = 1024;  // for each task

task void particlesPart(uniform float positions[], uniform float velocities[],
                        uniform float ends[], uniform int steps, uniform float dt) {
  for (uniform int i = taskIndex * kParticles; i < (taskIndex + 1) * kParticles; i += programCount) {
    float x, y, z, w, vx, vy, vz, vw;
    aos_to_soa4(&positions[4 * i], &x, &y, &z, &w);
    aos_to_soa4(&velocities[4 * i], &vx, &vy, &vz, &vw);
    for (uniform int step = 0; step < steps; ++step) {
      const float factor = dt / (1 + x * x + y * y + z * z + w * w);
      const float fx = -y * factor, fy = x * factor, fz = factor;
      const float ax = vy * fz - vz * fy, ay = vz * fx - vx * fz, az = vx * fy - vy * fx;
      vx += ax;
      vy += ay;
      vz += az;
      x += dt * vx;
      y += dt * vy;
      z += dt * vz;
      w += dt * vw;
    }
    soa_to_aos4(x, y, z, w, &ends[4 * i]);
  }
}

export void float4_particles(uniform float positions[], uniform float velocities[],
                             uniform float ends[], uniform int steps, uniform float dt, uniform int count) {
  launch[count / kParticles] particlesPart(positions, velocities, ends, steps, dt);
}
