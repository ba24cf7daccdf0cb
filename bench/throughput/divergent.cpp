// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems whose work-items branch differently.

#include "limits/limits.h"
#include "path_tracer.h"
#include "peer.h"
#include "problems.h"

#include <algorithm>
#include <cmath>

namespace bench {

Problem mandelbrot(size_t size, const Sizes& local) {
  const cl_int limit = 256;
  Problem problem;
  const auto counts = problem.zeros<cl_int>(size * size);
  problem.launch("mandelbrot", {size, size}, local, counts, limit);
  problem.limit(LIMIT(mandelbrot), counts, static_cast<int>(size), limit);
  problem.check([=](const Memory& memory) {
    size_t different = 0;
    for (size_t i = 0; i < size * size; ++i) {
      const float real = -2.0f + 3.0f * static_cast<float>(i % size) / static_cast<float>(size);
      const float imaginary =
          -1.5f + 3.0f * static_cast<float>(i / size) / static_cast<float>(size);
      float a = real, b = imaginary;
      cl_int count = 0;
      for (; count < limit && a * a + b * b <= 4.0f; ++count) {
        const float next = a * a - b * b + real;
        b = 2.0f * a * b + imaginary;
        a = next;
      }
      different += memory[counts][i] != count;
    }
    // Rounding decides about few points.
    if (different > size * size / 100)
      stop("mandelbrot: " + std::to_string(different) + " counts differ from the host's");
  });
  problem.work(double(size) * size, "pixels");
  return problem;
}

// 64 pairs of sequences of `size` letters, of which a quarter differs.
Problem smithWaterman(size_t size, const Sizes& local) {
  constexpr size_t kPairs = 64;
  constexpr int kMatch = 3, kMismatch = -2, kGap = 2;
  const auto bits = randomBits(2 * kPairs * size, 1);
  std::vector<cl_uchar> queryLetters(kPairs * size), targetLetters(kPairs * size);
  for (size_t i = 0; i < kPairs * size; ++i) {
    queryLetters[i] = static_cast<cl_uchar>(bits[2 * i] >> 30);
    targetLetters[i] = static_cast<cl_uchar>(bits[2 * i + 1] >> 28 < 4 ? bits[2 * i + 1] >> 26 & 3
                                                                       : queryLetters[i]);
  }
  Problem problem;
  const auto queries = problem.array(queryLetters), targets = problem.array(targetLetters);
  const auto best = problem.zeros<cl_int>(kPairs * size);
  const Array<cl_int> diagonals[3] = {problem.zeros<cl_int>(kPairs * (size + 1)),
                                      problem.zeros<cl_int>(kPairs * (size + 1)),
                                      problem.zeros<cl_int>(kPairs * (size + 1))};
  const int n = static_cast<int>(size);
  for (int diagonal = 0; diagonal < 2 * n - 1; ++diagonal)
    problem.launch("smith_waterman", {size, kPairs}, local, queries, targets,
                   diagonals[(diagonal + 1) % 3], diagonals[(diagonal + 2) % 3],
                   diagonals[diagonal % 3], best, diagonal, n);
  problem.limit(LIMIT(smith_waterman), queries, targets, best, static_cast<int>(kPairs), n);
  problem.check([=](const Memory& memory) {
    for (size_t pair = 0; pair < kPairs; ++pair) {
      std::vector<int> above(size + 1), scores(size + 1);
      for (size_t row = 0; row < size; ++row) {
        for (size_t column = 0; column < size; ++column) {
          const bool match = queryLetters[pair * size + row] == targetLetters[pair * size + column];
          scores[column + 1] = std::max({0, above[column] + (match ? kMatch : kMismatch),
                                         above[column + 1] - kGap, scores[column] - kGap});
        }
        expectNear("smith_waterman", pair * size + row, memory[best][pair * size + row],
                   std::ranges::max(scores), 0);
        std::swap(above, scores);
      }
    }
  });
  problem.work(double(kPairs) * size * size, "cells");
  return problem;
}

// One edge in eight exists.
Problem floydWarshall(size_t size, const Sizes& local) {
  const cl_int none = 1 << 29;
  const auto bits = randomBits(size * size, 1);
  std::vector<cl_int> lengthValues(size * size);
  for (size_t i = 0; i < size * size; ++i) {
    const auto length = static_cast<cl_int>(bits[i] >> 8 & 1023);
    lengthValues[i] = i % (size + 1) == 0 ? 0 : bits[i] >> 29 == 0 ? length + 1 : none;
  }
  Problem problem;
  const auto lengths = problem.array(lengthValues), paths = problem.zeros<cl_int>(size * size);
  const int n = static_cast<int>(size);
  problem.launch("copy", {size * size}, {}, lengths, paths);
  for (cl_int through = 0; through < n; ++through)
    problem.launch("floyd_warshall", {size, size}, local, paths, n, through);
  problem.limit(LIMIT(floyd_warshall), lengths, paths, n);
  problem.check([=](const Memory& memory) {
    auto expected = lengthValues;
    for (size_t k = 0; k < size; ++k)
      for (size_t i = 0; i < size; ++i)
        for (size_t j = 0; j < size; ++j)
          expected[i * size + j] =
              std::min(expected[i * size + j], expected[i * size + k] + expected[k * size + j]);
    for (size_t i = 0; i < size * size; ++i)
      expectNear("floyd_warshall", i, memory[paths][i], expected[i], 0);
  });
  problem.work(std::pow(size, 3), "relaxations");
  return problem;
}

// A random graph in compressed rows, with 1 to 15 edges of each vertex.
Problem breadthFirst(size_t size, const Sizes& local) {
  const auto bits = randomBits(size, 1);
  std::vector<cl_int> startValues(size + 1);
  for (size_t i = 0; i < size; ++i)
    startValues[i + 1] = startValues[i] + 1 + static_cast<cl_int>(bits[i] % 15);
  const auto ends = randomBits(static_cast<size_t>(startValues.back()), 2);
  std::vector<cl_int> edgeValues(ends.size());
  std::ranges::transform(ends, edgeValues.begin(),
                         [&](cl_uint bits) { return static_cast<cl_int>((bits >> 4) % size); });
  std::vector<cl_int> expected(size, -1), reached{0};
  expected[0] = 0;
  for (size_t next = 0; next < reached.size(); ++next)
    for (cl_int i = startValues[reached[next]]; i < startValues[reached[next] + 1]; ++i)
      if (expected[edgeValues[i]] < 0) {
        expected[edgeValues[i]] = expected[reached[next]] + 1;
        reached.push_back(edgeValues[i]);
      }
  const cl_int last = expected[reached.back()];

  Problem problem;
  const auto starts = problem.array(startValues), edges = problem.array(edgeValues);
  const auto levels = problem.zeros<cl_int>(size);
  problem.launch("start", {size}, local, levels, cl_int{0});
  for (cl_int level = 0; level <= last; ++level)
    problem.launch("bfs", {size}, local, starts, edges, levels, level);
  problem.limit(LIMIT(bfs), starts, edges, levels, static_cast<int>(size), static_cast<int>(last));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; ++i) expectNear("bfs", i, memory[levels][i], expected[i], 0);
  });
  problem.work(double(edgeValues.size()), "edges");
  return problem;
}

Problem pathTracer(size_t size, const Sizes& local) {
  const cl_int samples = 8, count = static_cast<cl_int>(kSpheres.size());
  const std::vector<float> sphereValues = floatsOf(kSpheres), surfaceValues = floatsOf(kSurfaces);
  Problem problem;
  const auto spheres = problem.array(sphereValues), surfaces = problem.array(surfaceValues);
  const auto image = problem.zeros<float>(4 * size * size);
  problem.launch("path_tracer", {size, size}, local, spheres, surfaces, count, image, samples);
  problem.limit(LIMIT(path_tracer), spheres, surfaces, count, image, static_cast<int>(size),
                samples);
  problem.check([=](const Memory& memory) {
    size_t different = 0;
    for (size_t i = 0; i < size * size; ++i) {
      const Vector expected = tracedPixel(i % size, i / size, size, samples);
      for (size_t k = 0; k < 3; ++k)
        different += std::abs(memory[image][4 * i + k] - expected[k]) > 1e-2f;
    }
    // Rounding decides which surface a ray meets at its edge, and all that follows.
    if (different > 3 * size * size / 20)
      stop("path_tracer: " + std::to_string(different) + " values differ from the host's");
  });
  problem.work(double(samples) * size * size, "paths");
  return problem;
}

}  // namespace bench
