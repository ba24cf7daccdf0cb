// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A path tracer: spheres (centre and radius) with surfaces (colour, and kind: 0 diffuse, 1 mirror, 2 light),
// one pixel for each work-item. Directions of diffuse reflection are found by rejection.
#define BOUNCES 6

uint next(uint *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

float uniform01(uint *state) { return (next(state) >> 8) * 0x1p-24f; }

float3 inUnitSphere(uint *state) {
  float3 point;
  do {
    point.x = 2.0f * uniform01(state) - 1.0f;
    point.y = 2.0f * uniform01(state) - 1.0f;
    point.z = 2.0f * uniform01(state) - 1.0f;
  } while (dot(point, point) > 1.0f);
  return point;
}

/// The sphere that the ray meets first, or -1.
int nearest(constant float4 *spheres, int count, float3 origin, float3 direction, float *distance) {
  int found = -1;
  *distance = 1e30f;
  for (int i = 0; i < count; ++i) {
    const float3 towards = spheres[i].xyz - origin;
    const float along = dot(towards, direction);
    const float square = spheres[i].w * spheres[i].w - dot(towards, towards) + along * along;
    if (square < 0.0f) continue;
    const float root = sqrt(square);
    const float t = along - root > 1e-3f ? along - root : along + root;
    if (t > 1e-3f && t < *distance) {
      *distance = t;
      found = i;
    }
  }
  return found;
}

kernel void path_tracer(constant float4 *restrict spheres, constant float4 *restrict surfaces, int count,
                        global float4 *restrict image, int samples) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  uint state = (y * width + x) * 747796405u + 2891336453u;
  float3 light = 0.0f;
  for (int sample = 0; sample < samples; ++sample) {
    float3 origin = (float3)(0.0f, 1.0f, -4.0f), weight = 1.0f;
    float3 direction = normalize((float3)((x + uniform01(&state)) / width - 0.5f,
                                          0.4f - (y + uniform01(&state)) / width, 1.0f));
    for (int bounce = 0; bounce < BOUNCES; ++bounce) {
      float distance;
      const int sphere = nearest(spheres, count, origin, direction, &distance);
      if (sphere < 0) {
        light += weight * (0.4f + 0.3f * direction.y);
        break;
      }
      const float4 surface = surfaces[sphere];
      weight *= surface.xyz;
      if (surface.w == 2.0f) {
        light += weight;
        break;
      }
      origin += distance * direction;
      const float3 normal = (origin - spheres[sphere].xyz) / spheres[sphere].w;
      if (surface.w == 1.0f)
        direction -= 2.0f * dot(direction, normal) * normal;
      else
        direction = normalize(1.001f * normal + inUnitSphere(&state));
    }
  }
  image[y * width + x] = (float4)(light / samples, 1.0f);
}
