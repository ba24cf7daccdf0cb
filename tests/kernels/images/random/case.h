// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A random image, sampler, coordinates and colors, made from a seed, and which results the
// specification defines.
#pragma once

#include "images/formats.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace image_cases {

using lanewise::images::Format;
using lanewise::images::SamplerDescriptor;

inline constexpr size_t kItems = 83;  // not a multiple of any number of lanes

struct Kind {
  const char* name;  // in OpenCL C, without "image" and "_t"
  unsigned coordinates;
  int layer;           // the coordinate of layers; -1: no array
  const char* floats;  // coordinates of `float4 c`
  const char* integers;
};
inline constexpr Kind kKinds[] = {{"1d", 1, -1, "c.x", "c.x"},
                                  {"1d_array", 2, 1, "c.xy", "c.xy"},
                                  {"2d", 2, -1, "c.xy", "c.xy"},
                                  {"2d_array", 3, 2, "c", "c"},
                                  {"3d", 3, -1, "c", "c"}};

enum class Operation { Sample, SampleAtIntegers, Read, Write };

/// How a result of one platform may differ from that of another.
enum class Rule { Undefined, Exact, Near };

struct Case {
  explicit Case(uint64_t seed);

  uint64_t seed;
  Operation operation;
  const Kind* kind;
  Format format;
  SamplerDescriptor sampler;
  std::array<size_t, 3> extent = {1, 1, 1};
  std::vector<unsigned char> texels;
  std::vector<std::array<float, 4>> floats;  // coordinates of Sample
  std::vector<std::array<int32_t, 4>>
      integers;  // of the other operations; the last of Write: 0 writes nothing
  std::vector<std::array<uint32_t, 4>> colors;  // of Write, as the type of the values
  bool writesOutside = false;

  bool isDepth() const;
  bool isInteger() const;
  size_t texelCount() const { return extent[0] * extent[1] * extent[2]; }
  Rule ruleOf(size_t item) const;
  /// What components, as floats, may differ by where they are near.
  double tolerance() const;
  std::string describe() const;
  std::string describe(size_t item) const;
};

}  // namespace image_cases
