// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A path tracer (kernels/path_tracer.cl): the pixels of a square in the lanes.
typedef float<3> float3;

#define BOUNCES 6


inline unsigned int next(unsigned int& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

inline float uniform01(unsigned int& state) { return (int)(next(state) >> 8) * 0x1p-24f; }
inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float3 normalize(float3 a) { return a * (1 / sqrt(dot(a, a))); }

inline float3 inUnitSphere(unsigned int& state) {
  float3 point;
  do {
    point.x = 2 * uniform01(state) - 1;
    point.y = 2 * uniform01(state) - 1;
    point.z = 2 * uniform01(state) - 1;
  } while (dot(point, point) > 1);
  return point;
}

/// The sphere that the ray meets first, or -1.
inline int nearest(const uniform float spheres[], uniform int count, float3 origin, float3 direction,
                   float& distance) {
  int found = -1;
  distance = 1e30f;
  for (uniform int i = 0; i < count; ++i) {
    const float3 towards = {spheres[4 * i] - origin.x, spheres[4 * i + 1] - origin.y,
                            spheres[4 * i + 2] - origin.z};
    const uniform float radius = spheres[4 * i + 3];
    const float along = dot(towards, direction);
    const float square = radius * radius - dot(towards, towards) + along * along;
    if (square >= 0) {
      const float root = sqrt(square);
      const float t = along - root > 1e-3f ? along - root : along + root;
      if (t > 1e-3f && t < distance) {
        distance = t;
        found = i;
      }
    }
  }
  return found;
}

inline float3 tracedPath(const uniform float spheres[], const uniform float surfaces[], uniform int count,
                         float3 origin, float3 direction, unsigned int& state) {
  float3 weight = {1, 1, 1};
  for (uniform int bounce = 0; bounce < BOUNCES; ++bounce) {
    float distance;
    const int sphere = nearest(spheres, count, origin, direction, distance);
    if (sphere < 0) return weight * (0.4f + 0.3f * direction.y);
    const float3 colour = {surfaces[4 * sphere], surfaces[4 * sphere + 1], surfaces[4 * sphere + 2]};
    const float kind = surfaces[4 * sphere + 3];
    weight = weight * colour;
    if (kind == 2) return weight;
    origin = origin + distance * direction;
    const float3 centre = {spheres[4 * sphere], spheres[4 * sphere + 1], spheres[4 * sphere + 2]};
    const float3 normal = (origin - centre) * (1 / spheres[4 * sphere + 3]);
    if (kind == 1)
      direction = direction - 2 * dot(direction, normal) * normal;
    else
      direction = normalize(1.001f * normal + inUnitSphere(state));
  }
  const float3 none = {0, 0, 0};
  return none;
}

task void traceRows(const uniform float spheres[], const uniform float surfaces[], uniform int count,
                    uniform float image[], uniform int width, uniform int samples) {
  foreach_tiled (y = taskIndex * 4 ... (taskIndex + 1) * 4, x = 0 ... width) {
    unsigned int state = (unsigned int)(y * width + x) * 747796405u + 2891336453u;
    float3 light = {0, 0, 0};
    for (uniform int sample = 0; sample < samples; ++sample) {
      const float3 origin = {0, 1, -4};
      const float right = (x + uniform01(state)) / width - 0.5f;
      const float up = 0.4f - (y + uniform01(state)) / width;
      const float3 towards = {right, up, 1};
      light = light + tracedPath(spheres, surfaces, count, origin, normalize(towards), state);
    }
    const int at = 4 * (y * width + x);
    image[at] = light.x / samples;
    image[at + 1] = light.y / samples;
    image[at + 2] = light.z / samples;
    image[at + 3] = 1;
  }
}

export void path_tracer(const uniform float spheres[], const uniform float surfaces[], uniform int count,
                        uniform float image[], uniform int width, uniform int samples) {
  launch[width / 4] traceRows(spheres, surfaces, count, image, width, samples);
}
