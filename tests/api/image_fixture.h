// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for images: images of every type with known texels. Its tests are skipped on devices
// without images.
#pragma once

#include "tests/api/extension_objects.h"
#include "tests/api/program_fixture.h"

#include <array>
#include <numeric>

namespace lanewise::test {

using Image = Owned<cl_mem, clReleaseMemObject>;
using OwnedSampler = Owned<cl_sampler, clReleaseSampler>;
using Three = std::array<size_t, 3>;

inline constexpr cl_image_format kRgba8 = {CL_RGBA, CL_UNSIGNED_INT8};

/// A description without pitches; sizes that the type does not have are ignored.
inline cl_image_desc describe(cl_mem_object_type type, size_t width, size_t height = 1,
                              size_t depth = 1, size_t layers = 1) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_array_size = layers;
  return description;
}

inline bool deviceHasImages(cl_device_id device) {
  return infoOf<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT);
}

class ImageTest : public ProgramTest {
 protected:
  void SetUp() override {
    if (!deviceHasImages(device())) GTEST_SKIP() << "the device has no images";
  }

  /// With its error in `error`.
  Image create(const cl_image_desc& description, const cl_image_format& format = kRgba8,
               cl_mem_flags flags = 0, void* host = nullptr) {
    error = 12345;
    Image made(clCreateImage(context(), flags, &format, &description, host, &error));
    EXPECT_EQ(cl_mem(made) == nullptr, error != CL_SUCCESS);
    return made;
  }
  /// The image must be created.
  Image make(const cl_image_desc& description, const cl_image_format& format = kRgba8,
             cl_mem_flags flags = 0, void* host = nullptr) {
    Image made = create(description, format, flags, host);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// A 2D image of RGBA8 whose bytes count up.
  Image counting(size_t width, size_t height) {
    auto bytes = counted(width * height * 4);
    return make(describe(CL_MEM_OBJECT_IMAGE2D, width, height), kRgba8, CL_MEM_COPY_HOST_PTR,
                bytes.data());
  }
  /// The bytes of a part after all commands enqueued to queue(), rows side by side.
  std::vector<unsigned char> read(cl_mem image, const size_t* origin, const Three& region) {
    const size_t texelBytes = infoOf<size_t>(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE);
    std::vector<unsigned char> bytes(texelBytes * region[0] * region[1] * region[2]);
    EXPECT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region.data(), 0, 0, bytes.data(),
                                 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  std::vector<unsigned char> read(cl_mem image, const Three& region) {
    const size_t origin[4] = {};
    return read(image, origin, region);
  }
  cl_int error = CL_SUCCESS;
};

/// The types of images, and one of each: 5 texels wide, 3 high, 2 deep, 4 layers.
struct TypeOfImage {
  const char* name;
  cl_mem_object_type type;
  Three extent;  // of the coordinates, layers included
  unsigned coordinates;
};
inline constexpr TypeOfImage kTypesOfImages[] = {
    {"Image1D", CL_MEM_OBJECT_IMAGE1D, {5, 1, 1}, 1},
    {"Image1DBuffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, {5, 1, 1}, 1},
    {"Image1DArray", CL_MEM_OBJECT_IMAGE1D_ARRAY, {5, 4, 1}, 2},
    {"Image2D", CL_MEM_OBJECT_IMAGE2D, {5, 3, 1}, 2},
    {"Image2DArray", CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 3, 4}, 3},
    {"Image3D", CL_MEM_OBJECT_IMAGE3D, {5, 3, 2}, 3},
};
inline void PrintTo(const TypeOfImage& type, std::ostream* out) { *out << type.name; }

/// A test for images of each type.
class EachImageTest : public ImageTest, public ::testing::WithParamInterface<TypeOfImage> {
 protected:
  cl_image_desc description() const { return describe(GetParam().type, 5, 3, 2, 4); }
  Three extent() const { return GetParam().extent; }
  size_t texels() const { return extent()[0] * extent()[1] * extent()[2]; }
  bool hasSlices() const {
    return GetParam().coordinates == 3 || GetParam().type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  }
  /// An image of RGBA8 with these bytes; its buffer, if it needs one, is kept.
  Image makeWith(const std::vector<unsigned char>& bytes) {
    cl_image_desc one = description();
    auto* data = const_cast<unsigned char*>(bytes.data());
    if (one.image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return make(one, kRgba8, CL_MEM_COPY_HOST_PTR, data);
    buffer_ = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, data);
    one.mem_object = buffer_;
    return make(one);
  }
  Image makeCounting() { return makeWith(counted(texels() * 4)); }
  /// The bytes of a part of `all`, which are those of the image.
  std::vector<unsigned char> part(const std::vector<unsigned char>& all, const Three& origin,
                                  const Three& region) const {
    std::vector<unsigned char> bytes;
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y) {
        const size_t row = ((origin[2] + z) * extent()[1] + origin[1] + y) * extent()[0];
        const auto* first = all.data() + (row + origin[0]) * 4;
        bytes.insert(bytes.end(), first, first + region[0] * 4);
      }
    return bytes;
  }
  /// Where parts begin that leave a border where the extent is not 1.
  Three inner() const {
    Three origin;
    for (size_t i = 0; i < 3; ++i) origin[i] = extent()[i] > 1 ? 1 : 0;
    return origin;
  }
  Three innerRegion() const {
    Three region;
    for (size_t i = 0; i < 3; ++i) region[i] = std::max<size_t>(extent()[i] - inner()[i], 1);
    return region;
  }

 private:
  Buffer buffer_;
};

#define LW_EACH_IMAGE(suite)                                                     \
  INSTANTIATE_TEST_SUITE_P(AllTypes, suite, ::testing::ValuesIn(kTypesOfImages), \
                           [](const auto& info) { return std::string(info.param.name); })

}  // namespace lanewise::test
