// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scene of the path tracer, and its pixels as the host computes them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace bench {

using Vector = std::array<float, 3>;
using Vector4 = std::array<float, 4>;

/// Centre and radius of each sphere.
extern const std::array<Vector4, 9> kSpheres;
/// Colour and kind of its surface: 0 diffuse, 1 mirror, 2 light.
extern const std::array<Vector4, 9> kSurfaces;

std::vector<float> floatsOf(std::span<const Vector4> vectors);

/// The colour of a pixel of an image of `width` x `width`.
Vector tracedPixel(size_t x, size_t y, size_t width, int samples);

}  // namespace bench
