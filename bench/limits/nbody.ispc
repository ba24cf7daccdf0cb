// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acceleration of each body by all others. rsqrt is the approximation with one step of Newton's iteration.
static const uniform int kBodies = 256;  // for each task

task void nbodyPart(uniform float bodies[], uniform float out[], uniform int count) {
  for (uniform int i = taskIndex * kBodies; i < (taskIndex + 1) * kBodies; i += programCount) {
    float x, y, z, mass, fx = 0, fy = 0, fz = 0;
    aos_to_soa4(&bodies[4 * i], &x, &y, &z, &mass);
    for (uniform int j = 0; j < count; ++j) {
      const float dx = bodies[4 * j] - x, dy = bodies[4 * j + 1] - y, dz = bodies[4 * j + 2] - z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
      const float factor = bodies[4 * j + 3] * inverse * inverse * inverse;
      fx += factor * dx;
      fy += factor * dy;
      fz += factor * dz;
    }
    const float zero = 0;
    soa_to_aos4(fx, fy, fz, zero, &out[4 * i]);
  }
}

export void nbody(uniform float bodies[], uniform float out[], uniform int count) {
  launch[count / kBodies] nbodyPart(bodies, out, count);
}
