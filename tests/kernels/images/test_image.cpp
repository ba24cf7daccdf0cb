// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes at random are texels of every format; only those of floating-point numbers are chosen, so
// that sums are finite.
#include "images/test_image.h"

#include "tests/split_mix64.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kernels {

using namespace lanewise::images;

TestImage::TestImage(const Format& format, const ImageKind& kind, uint64_t seed, cl_mem_flags flags)
    : format_(format), kind_(kind) {
  lanewise::test::SplitMix64 random(seed);
  const bool isFloat = format.type == ChannelType::Float || format.type == ChannelType::HalfFloat;
  const size_t texels = kind.extent[0] * kind.extent[1] * kind.extent[2];
  for (size_t i = 0; i < texels; ++i) {
    if (isFloat) {
      Color color;
      for (double& component : color) component = static_cast<double>(random() % 4096) / 64 - 32;
      const auto texel = lanewise::test::encode(format.order, format.type, color);
      bytes_.insert(bytes_.end(), texel.begin(), texel.end());
    } else {
      for (int byte = 0; byte < format.texelBytes; ++byte)
        bytes_.push_back(static_cast<unsigned char>(random()));
    }
  }
  const cl_image_format description = {
      static_cast<cl_channel_order>(0x10B0 + static_cast<int>(format.order)),
      static_cast<cl_channel_type>(0x10D0 + static_cast<int>(format.type))};
  cl_image_desc desc = {};
  desc.image_type = kind.type;
  desc.image_width = kind.extent[0];
  desc.image_height = kind.extent[1];
  desc.image_depth = kind.extent[2];
  desc.image_array_size =
      kind.layerCoordinate < 0 ? 1 : kind.extent[static_cast<size_t>(kind.layerCoordinate)];
  cl_int error = CL_SUCCESS;
  memory_ = clCreateImage(TestDevice::get().context(), flags | CL_MEM_COPY_HOST_PTR, &description,
                          &desc, bytes_.data(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << "clCreateImage, " << kind.name;
}

TestImage::~TestImage() {
  if (memory_) clReleaseMemObject(memory_);
}

size_t TestImage::offsetOf(std::array<long, 3> texel) const {
  const auto x = static_cast<size_t>(texel[0]), y = static_cast<size_t>(texel[1]),
             z = static_cast<size_t>(texel[2]);
  return ((z * kind_.extent[1] + y) * kind_.extent[0] + x) * format_.texelBytes;
}

bool TestImage::has(std::array<long, 3> texel) const {
  for (size_t d = 0; d < 3; ++d)
    if (texel[d] < 0 || static_cast<size_t>(texel[d]) >= kind_.extent[d]) return false;
  return true;
}

Color TestImage::texel(std::array<long, 3> texel) const {
  if (!has(texel)) return lanewise::test::border(format_.order);
  return lanewise::test::decode(format_.order, format_.type, bytes_.data() + offsetOf(texel));
}

std::vector<unsigned char> TestImage::read() const {
  std::vector<unsigned char> bytes(bytes_.size());
  const size_t origin[3] = {0, 0, 0};
  EXPECT_EQ(clEnqueueReadImage(TestDevice::get().queue(), memory_, CL_TRUE, origin,
                               kind_.extent.data(), 0, 0, bytes.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  return bytes;
}

std::string endingOf(const Format& format) {
  switch (valuesOf(format.type)) {
    case Values::Float: return "f";
    case Values::Signed: return "i";
    case Values::Unsigned: return "ui";
  }
  return {};
}

std::string colorTypeOf(const Format& format) {
  if (format.order == ChannelOrder::Depth) return "float";
  const std::string ending = endingOf(format);
  return ending == "f" ? "float4" : ending == "i" ? "int4" : "uint4";
}

Color colorAt(const Format& format, const std::vector<uint32_t>& words, size_t index) {
  const auto number = [&](uint32_t word) -> double {
    switch (valuesOf(format.type)) {
      case Values::Float: return std::bit_cast<float>(word);
      case Values::Signed: return static_cast<int32_t>(word);
      case Values::Unsigned: return word;
    }
    return 0;
  };
  if (format.order == ChannelOrder::Depth) return {number(words[index]), 0, 0, 0};
  Color color;
  for (size_t c = 0; c < 4; ++c) color[c] = number(words[4 * index + c]);
  return color;
}

}  // namespace kernels
