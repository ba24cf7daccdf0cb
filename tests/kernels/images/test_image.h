// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images for kernel tests: their kinds, images of random texels with what the reference
// (tests/images/reference.h) reads from them, and samplers.
#pragma once

#include "device.h"
#include "images/formats.h"
#include "tests/images/reference.h"

#include <string>
#include <vector>

namespace kernels {

using lanewise::images::Format;
using lanewise::test::Color;

struct ImageKind {
  const char* name;  // in OpenCL C, without "image" and "_t"
  cl_mem_object_type type;
  int coordinates;      // with that of layers
  int layerCoordinate;  // -1: no array
  std::array<size_t, 3> extent;
  const char* floats;    // coordinates of float, of `float4 c`
  const char* integers;  // of `int4 c`
};

inline constexpr ImageKind kImageKinds[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, 1, -1, {19, 1, 1}, "c.x", "c.x"},
    {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2, 1, {19, 3, 1}, "c.xy", "c.xy"},
    {"2d", CL_MEM_OBJECT_IMAGE2D, 2, -1, {19, 5, 1}, "c.xy", "c.xy"},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, 2, {19, 5, 3}, "c", "c"},
    {"3d", CL_MEM_OBJECT_IMAGE3D, 3, -1, {19, 5, 4}, "c", "c"},
};

class TestImage {
 public:
  TestImage(const Format& format, const ImageKind& kind, uint64_t seed,
            cl_mem_flags flags = CL_MEM_READ_WRITE);
  TestImage(const TestImage&) = delete;
  ~TestImage();

  cl_mem memory() const { return memory_; }
  const std::vector<unsigned char>& bytes() const { return bytes_; }
  size_t offsetOf(std::array<long, 3> texel) const;
  bool has(std::array<long, 3> texel) const;
  /// The border color outside of the image.
  Color texel(std::array<long, 3> texel) const;
  /// What clEnqueueReadImage gives.
  std::vector<unsigned char> read() const;

 private:
  const Format format_;
  const ImageKind& kind_;
  std::vector<unsigned char> bytes_;
  cl_mem memory_ = nullptr;
};

/// "f", "i" or "ui": the ending of read_image and write_image.
std::string endingOf(const Format& format);
/// "float4", "int4", "uint4"; of depth images "float".
std::string colorTypeOf(const Format& format);
/// Options for the kernels' text.
inline constexpr const char* kOptions = "-cl-std=CL3.0";

/// A color that a kernel wrote to a buffer of four 32-bit words (depth images: one), as numbers.
Color colorAt(const Format& format, const std::vector<uint32_t>& words, size_t index);

}  // namespace kernels
