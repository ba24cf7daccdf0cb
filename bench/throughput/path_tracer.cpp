// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The computation of bench/kernels/path_tracer.cl in C++, for the reference results.

#include "path_tracer.h"

#include <cmath>
#include <cstdint>

namespace bench {

const std::array<Vector4, 9> kSpheres{{{0, -100, 0, 100},
                                       {0, 1, 1, 1},
                                       {-2, 0.8f, 0.5f, 0.8f},
                                       {2, 0.8f, 0.5f, 0.8f},
                                       {-1, 0.4f, -1, 0.4f},
                                       {1, 0.4f, -1, 0.4f},
                                       {0, 0.3f, -1.6f, 0.3f},
                                       {-2, 4, 0, 1},
                                       {3, 5, -2, 1.5f}}};
const std::array<Vector4, 9> kSurfaces{{{0.7f, 0.7f, 0.7f, 0},
                                        {0.9f, 0.9f, 0.9f, 1},
                                        {0.8f, 0.3f, 0.3f, 0},
                                        {0.3f, 0.3f, 0.8f, 0},
                                        {0.3f, 0.8f, 0.3f, 0},
                                        {0.9f, 0.8f, 0.4f, 1},
                                        {0.6f, 0.4f, 0.7f, 0},
                                        {4, 4, 3.5f, 2},
                                        {3, 3, 4, 2}}};

std::vector<float> floatsOf(std::span<const Vector4> vectors) {
  std::vector<float> floats;
  for (const Vector4& vector : vectors) floats.insert(floats.end(), vector.begin(), vector.end());
  return floats;
}

namespace {

float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
/// a + factor * b
Vector sum(const Vector& a, float factor, const Vector& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Vector normalize(const Vector& a) { return sum({}, 1 / std::sqrt(dot(a, a)), a); }
Vector xyz(const Vector4& a) { return {a[0], a[1], a[2]}; }

struct Generator {
  uint32_t state;
  float operator()() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return static_cast<float>(state >> 8) * 0x1p-24f;
  }
};

/// The sphere that the ray meets first, or -1.
int nearest(const Vector& origin, const Vector& direction, float& distance) {
  int found = -1;
  distance = 1e30f;
  for (size_t i = 0; i < kSpheres.size(); ++i) {
    const Vector towards = sum(xyz(kSpheres[i]), -1, origin);
    const float along = dot(towards, direction);
    const float square = kSpheres[i][3] * kSpheres[i][3] - dot(towards, towards) + along * along;
    if (square < 0) continue;
    const float root = std::sqrt(square);
    const float t = along - root > 1e-3f ? along - root : along + root;
    if (t > 1e-3f && t < distance) {
      distance = t;
      found = static_cast<int>(i);
    }
  }
  return found;
}

Vector inUnitSphere(Generator& uniform) {
  Vector point;
  do {
    for (float& coordinate : point) coordinate = 2 * uniform() - 1;
  } while (dot(point, point) > 1);
  return point;
}

Vector tracedPath(Vector origin, Vector direction, Generator& uniform) {
  Vector weight{1, 1, 1};
  for (int bounce = 0; bounce < 6; ++bounce) {
    float distance;
    const int sphere = nearest(origin, direction, distance);
    if (sphere < 0) return sum({}, 0.4f + 0.3f * direction[1], weight);
    const Vector4& surface = kSurfaces[static_cast<size_t>(sphere)];
    for (size_t k = 0; k < 3; ++k) weight[k] *= surface[k];
    if (surface[3] == 2) return weight;
    origin = sum(origin, distance, direction);
    const Vector4& hit = kSpheres[static_cast<size_t>(sphere)];
    const Vector normal = sum({}, 1 / hit[3], sum(origin, -1, xyz(hit)));
    direction = surface[3] == 1 ? sum(direction, -2 * dot(direction, normal), normal)
                                : normalize(sum(inUnitSphere(uniform), 1.001f, normal));
  }
  return {};
}

}  // namespace

Vector tracedPixel(size_t x, size_t y, size_t width, int samples) {
  Generator uniform{static_cast<uint32_t>(y * width + x) * 747796405u + 2891336453u};
  Vector light{};
  for (int sample = 0; sample < samples; ++sample) {
    const auto size = static_cast<float>(width);
    const float right = (static_cast<float>(x) + uniform()) / size - 0.5f;
    const float up = 0.4f - (static_cast<float>(y) + uniform()) / size;
    light = sum(light, 1, tracedPath({0, 1, -4}, normalize({right, up, 1}), uniform));
  }
  return sum({}, 1.0f / static_cast<float>(samples), light);
}

}  // namespace bench
