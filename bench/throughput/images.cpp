// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems of images. The references look up texels one by one in double.

#include "limits/limits.h"
#include "problems.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bench {
namespace {

constexpr cl_image_format kBytes = {CL_RGBA, CL_UNORM_INT8}, kFloats = {CL_RGBA, CL_FLOAT},
                          kHalves = {CL_RGBA, CL_HALF_FLOAT}, kByte = {CL_R, CL_UNORM_INT8};

/// Colors of bytes may differ by one: kernels round sums of floats.
constexpr double kByteTolerance = 1.01, kFloatTolerance = 1e-4;

using Color = std::array<double, 4>;
enum class Outside { Edge, Border };

/// A picture of components in double, up to three coordinates.
struct Picture {
  int size, depth, components;
  std::vector<double> values;

  double at(int x, int y, int z, int component, Outside outside) const {
    const auto isInside = [](int tap, int extent) { return tap >= 0 && tap < extent; };
    if (outside == Outside::Border &&
        !(isInside(x, size) && isInside(y, size) && isInside(z, depth)))
      return 0;
    x = std::clamp(x, 0, size - 1), y = std::clamp(y, 0, size - 1), z = std::clamp(z, 0, depth - 1);
    return values[((size_t(z) * size + y) * size + x) * components + component];
  }
  /// Linear filtering; coordinates in texels.
  Color linear(double x, double y, double z, Outside outside) const {
    const double places[3] = {x - 0.5, y - 0.5, depth > 1 ? z - 0.5 : 0};
    int first[3];
    double weight[3];
    for (int d = 0; d < 3; ++d) {
      first[d] = static_cast<int>(std::floor(places[d]));
      weight[d] = places[d] - first[d];
    }
    Color sum = {};
    for (int corner = 0; corner < (depth > 1 ? 8 : 4); ++corner) {
      double factor = 1;
      int tap[3];
      for (int d = 0; d < 3; ++d) {
        const int second = corner >> d & 1;
        factor *= second ? weight[d] : d < 2 || depth > 1 ? 1 - weight[d] : 1;
        tap[d] = first[d] + second;
      }
      for (int c = 0; c < components; ++c)
        sum[c] += factor * at(tap[0], tap[1], tap[2], c, outside);
    }
    return sum;
  }
};

template <class T>
Picture pictureOf(const std::vector<T>& texels, size_t size, size_t depth, int components) {
  return {
      static_cast<int>(size), static_cast<int>(depth), components, {texels.begin(), texels.end()}};
}

/// Smooth with some noise, as pictures are: neighbours differ little. Values of 0 to 255.
std::vector<cl_uchar> bytesOf(size_t size, size_t depth, int components) {
  std::vector<cl_uchar> values(size * size * depth * components);
  const std::vector<cl_uint> noise = randomBits(values.size(), 1);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t texel = i / components, x = texel % size, y = texel / size % size,
                 z = texel / (size * size);
    const double wave = std::sin(0.02 * x + i % components) * std::cos(0.03 * y + 0.05 * z);
    values[i] = static_cast<cl_uchar>(110 + 90 * wave + noise[i] % 32);
  }
  return values;
}

std::vector<float> floatsOf(size_t size) {
  const std::vector<cl_uchar> bytes = bytesOf(size, 1, 4);
  std::vector<float> values(bytes.size());
  std::ranges::transform(bytes, values.begin(), [](cl_uchar value) { return value / 255.0f; });
  return values;
}

Image square(const cl_image_format& format, size_t size) { return {format, {size, size, 1}}; }

/// Compares each component of an image of size * size with what `expected` gives for x and y.
template <class T, class Expected>
void checkColors(const char* what, const Memory& memory, Array<T> out, size_t size,
                 double tolerance, const Expected& expected) {
  for (size_t y = 0; y < size; ++y)
    for (size_t x = 0; x < size; ++x) {
      const Color color = expected(static_cast<int>(x), static_cast<int>(y));
      for (size_t c = 0; c < 4; ++c) {
        const size_t at = 4 * (y * size + x) + c;
        if (std::abs(memory[out][at] - color[c]) > tolerance)
          expectNear(what, at, memory[out][at], color[c], 0);
      }
    }
}

/// The limits see four bytes, or two halves, as a word.
template <class T>
Array<cl_uint> words(Array<T> texels) {
  return {texels.index};
}
Array<float> words(Array<float> texels) { return texels; }

constexpr double kBlurWeights[] = {0.2270270270, 0.3162162162, 0.3162162162, 0.0702702703,
                                   0.0702702703};
constexpr double kBlurOffsets[] = {0, -1.3846153846, 1.3846153846, -3.2307692308, 3.2307692308};

template <class T>
Problem blur(size_t size, const Sizes& local, const cl_image_format& format,
             const std::vector<T>& texels, auto limit, double tolerance) {
  Problem problem;
  const Image image = square(format, size);
  const std::vector<T> empty(texels.size());
  const auto in = problem.image(image, texels), between = problem.image(image, empty),
             out = problem.image(image, empty);
  problem.launch("blur_x", {size, size}, local, in, between);
  problem.launch("blur_y", {size, size}, local, between, out);
  problem.limit(limit, words(in), words(between), words(out), static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    const auto pass = [&](Array<T> from, Array<T> into, double stepX, double stepY) {
      const Picture picture =
          pictureOf(std::vector<T>(memory[from].begin(), memory[from].end()), size, 1, 4);
      checkColors("blur", memory, into, size, tolerance, [&](int x, int y) {
        Color sum = {};
        for (int i = 0; i < 5; ++i) {
          const Color color = picture.linear(x + 0.5 + kBlurOffsets[i] * stepX,
                                             y + 0.5 + kBlurOffsets[i] * stepY, 0, Outside::Edge);
          for (int c = 0; c < 4; ++c) sum[c] += kBlurWeights[i] * color[c];
        }
        return sum;
      });
    };
    pass(in, between, 1, 0);
    pass(between, out, 0, 1);
  });
  problem.work(double(size) * size, "pixels");
  return problem;
}

constexpr float kCosine = 0.8660254f, kSine = 0.5f;

template <class T>
Problem rotate(size_t size, const Sizes& local, const cl_image_format& format,
               const std::vector<T>& texels, auto limit, double tolerance) {
  Problem problem;
  const Image image = square(format, size);
  const auto in = problem.image(image, texels),
             out = problem.image(image, std::vector<T>(texels.size()));
  problem.launch("rotate_image", {size, size}, local, in, out, kCosine, kSine);
  problem.limit(limit, words(in), words(out), static_cast<int>(size), kCosine, kSine);
  problem.check([=](const Memory& memory) {
    const Picture picture = pictureOf(texels, size, 1, 4);
    const double n = double(size);
    checkColors("rotate", memory, out, size, tolerance, [&](int x, int y) {
      const double fromX = (x + 0.5) / n - 0.5, fromY = (y + 0.5) / n - 0.5;
      return picture.linear((kCosine * fromX - kSine * fromY + 0.5) * n,
                            (kSine * fromX + kCosine * fromY + 0.5) * n, 0, Outside::Border);
    });
  });
  problem.work(double(size) * size, "pixels");
  return problem;
}

/// The weights of the stencil, and what a pixel becomes by them.
struct Stencil {
  std::vector<float> weights = randomFloats(25, 3);
  Stencil() {
    for (float& weight : weights) weight /= 14;
  }
  Color operator()(const Picture& picture, int x, int y) const {
    Color sum = {};
    for (int i = 0; i < 25; ++i)
      for (int c = 0; c < 4; ++c)
        sum[c] += weights[i] * picture.at(x + i % 5 - 2, y + i / 5 - 2, 0, c, Outside::Edge);
    for (double& component : sum) component = std::min(component, 255.0);
    return sum;
  }
};

template <class Arrays>
Problem stencilOf(const char* kernel, size_t size, const Sizes& local, const Arrays& arrays) {
  Problem problem;
  const Stencil stencil;
  const std::vector<cl_uchar> texels = bytesOf(size, 1, 4);
  const auto [in, out] = arrays(problem, texels);
  const auto weights = problem.array(stencil.weights);
  problem.launch(kernel, {size, size}, local, in, out, weights);
  problem.limit(LIMIT(stencil_bytes), in, out, weights, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    const Picture picture = pictureOf(texels, size, 1, 4);
    checkColors("stencil", memory, out, size, kByteTolerance,
                [&](int x, int y) { return stencil(picture, x, y); });
  });
  problem.work(double(size) * size, "pixels");
  return problem;
}

constexpr float kWriteScale = 1.0f / 4096;

}  // namespace

Problem blurBytes(size_t size, const Sizes& local) {
  return blur(size, local, kBytes, bytesOf(size, 1, 4), LIMIT(blur_bytes), kByteTolerance);
}

Problem blurFloats(size_t size, const Sizes& local) {
  return blur(size, local, kFloats, floatsOf(size), LIMIT(blur_floats), kFloatTolerance);
}

Problem rotateBytes(size_t size, const Sizes& local) {
  return rotate(size, local, kBytes, bytesOf(size, 1, 4), LIMIT(rotate_bytes), kByteTolerance);
}

Problem rotateFloats(size_t size, const Sizes& local) {
  return rotate(size, local, kFloats, floatsOf(size), LIMIT(rotate_floats), kFloatTolerance);
}

// To three halves of the size.
Problem resizeBytes(size_t size, const Sizes& local) {
  Problem problem;
  const size_t large = size / 2 * 3;
  const std::vector<cl_uchar> texels = bytesOf(size, 1, 4);
  const auto in = problem.image(square(kBytes, size), texels);
  const auto out = problem.image(square(kBytes, large), std::vector<cl_uchar>(4 * large * large));
  problem.launch("resize", {large, large}, local, in, out);
  problem.limit(LIMIT(resize_bytes), words(in), words(out), static_cast<int>(size),
                static_cast<int>(large));
  problem.check([=](const Memory& memory) {
    const Picture picture = pictureOf(texels, size, 1, 4);
    const double step = double(size) / large;
    checkColors("resize", memory, out, large, kByteTolerance, [&](int x, int y) {
      return picture.linear((x + 0.5) * step, (y + 0.5) * step, 0, Outside::Edge);
    });
  });
  problem.work(double(large) * large, "pixels");
  return problem;
}

// A volume of 128 for each side.
Problem marchBytes(size_t size, const Sizes& local) {
  constexpr size_t kSide = 128;
  constexpr int kSteps = 64;
  Problem problem;
  const std::vector<cl_uchar> texels = bytesOf(kSide, kSide, 1);
  const auto volume = problem.image(Image{kByte, {kSide, kSide, kSide}}, texels);
  const auto out = problem.image(square(kBytes, size), std::vector<cl_uchar>(4 * size * size));
  problem.launch("march", {size, size}, local, volume, out);
  problem.limit(LIMIT(march_bytes), volume, words(out), static_cast<int>(kSide),
                static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    const Picture picture = pictureOf(texels, kSide, kSide, 1);
    checkColors("march", memory, out, size, 3 * kByteTolerance, [&](int x, int y) {
      const double screen[2] = {(x + 0.5) / size, (y + 0.5) / size};
      const double step[3] = {0.5 * (0.5 - screen[0]) / kSteps, 0.5 * (0.5 - screen[1]) / kSteps,
                              1.0 / kSteps};
      double light = 0, passes = 1;
      for (int i = 0; i < kSteps && passes >= 0.05; ++i) {
        const double z = (i + 0.5) * step[2];
        const double opacity =
            0.1 / 255 *
            picture.linear((screen[0] + (i + 0.5) * step[0]) * kSide,
                           (screen[1] + (i + 0.5) * step[1]) * kSide, z * kSide, Outside::Edge)[0];
        light += passes * opacity * z;
        passes *= 1 - opacity;
      }
      return Color{255 * light, 255 * passes, 0, 255};
    });
  });
  problem.work(double(size) * size, "rays");
  return problem;
}

Problem imageStencil(size_t size, const Sizes& local) {
  return stencilOf("image_stencil", size, local, [=](Problem& problem, const auto& texels) {
    const Image image = square(kBytes, size);
    return std::pair(problem.image(image, texels),
                     problem.image(image, std::vector<cl_uchar>(texels.size())));
  });
}

Problem bufferStencil(size_t size, const Sizes& local) {
  return stencilOf("buffer_stencil", size, local, [](Problem& problem, const auto& texels) {
    return std::pair(problem.array(texels), problem.zeros<cl_uchar>(texels.size()));
  });
}

Problem writeBytes(size_t size, const Sizes& local) {
  Problem problem;
  const auto out = problem.image(square(kBytes, size), std::vector<cl_uchar>(4 * size * size));
  problem.launch("write_colors", {size, size}, local, out, kWriteScale);
  problem.limit(LIMIT(write_bytes), words(out), static_cast<int>(size), kWriteScale);
  problem.check([=](const Memory& memory) {
    checkColors("write", memory, out, size, kByteTolerance, [&](int x, int y) {
      const double red = x * double{kWriteScale}, green = y * double{kWriteScale};
      return Color{255 * red, 255 * green, 255 * red * green, 255};
    });
  });
  problem.work(4.0 * size * size, "B");
  return problem;
}

Problem writeHalves(size_t size, const Sizes& local) {
  Problem problem;
  const auto out = problem.image(square(kHalves, size), std::vector<cl_half>(4 * size * size));
  problem.launch("write_colors", {size, size}, local, out, kWriteScale);
  problem.limit(LIMIT(write_halves), words(out), static_cast<int>(size), kWriteScale);
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < memory[out].size(); ++i) {
      const cl_half got = memory[out][i];
      const int exponent = got >> 10, fraction = got & 0x3ff;
      const double value =
          exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
      const double x = double(i / 4 % size) * kWriteScale, y = double(i / 4 / size) * kWriteScale;
      const double color[4] = {x, y, x * y, 1};
      expectNear("write", i, value, color[i % 4], 0x1p-11);
    }
  });
  problem.work(8.0 * size * size, "B");
  return problem;
}

}  // namespace bench
