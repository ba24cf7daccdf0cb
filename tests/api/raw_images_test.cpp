// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of RAW10 and RAW12: blocks of four or two texels share bytes, and kernels only read them.
#include "runtime/base/cl_names.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct RawImagesTest : ImageTest {
  Image makeFlat(const cl_image_format& format, size_t width = 8, size_t height = 2) {
    auto bytes = counted(width * height * 2);
    return make(describe(CL_MEM_OBJECT_IMAGE2D, width, height), format,
                CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.data());
  }
  std::vector<unsigned char> readAll(cl_mem image, size_t bytes, const size_t* region) {
    std::vector<unsigned char> found(bytes);
    EXPECT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, kZero, region, 0, 0, found.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return found;
  }
  static constexpr cl_image_format kRaw10 = {CL_R, CL_UNSIGNED_INT_RAW10_EXT},
                                   kRaw12 = {CL_R, CL_UNSIGNED_INT_RAW12_EXT};
  static constexpr size_t kZero[3] = {}, kAll[3] = {8, 2, 1};
};

}  // namespace

TEST_F(RawImagesTest, HaveRowsOfBlocks) {
  const Image ten = makeFlat(kRaw10), twelve = makeFlat(kRaw12);
  EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(ten), CL_IMAGE_ROW_PITCH), 10u);
  EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(twelve), CL_IMAGE_ROW_PITCH), 12u);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, cl_mem(ten), CL_MEM_SIZE), 20u);
  EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(ten), CL_IMAGE_ELEMENT_SIZE), 2u);
  EXPECT_EQ(readAll(ten, 20, kAll), counted(20));
  EXPECT_EQ(readAll(twelve, 24, kAll), counted(24));
}

// Programs take texels of listed formats for whole numbers of bytes.
TEST_F(RawImagesTest, AreNotListed) {
  cl_image_format formats[1000];
  cl_uint count = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1000,
                                       formats, &count),
            CL_SUCCESS);
  for (const cl_image_format& raw : {kRaw10, kRaw12})
    EXPECT_TRUE(std::none_of(formats, formats + count, [&](const cl_image_format& one) {
      return one.image_channel_data_type == raw.image_channel_data_type;
    }));
}

TEST_F(RawImagesTest, ImageFormatNotSupportedForWriting) {
  for (cl_mem_flags flags : {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY}) {
    create(describe(CL_MEM_OBJECT_IMAGE2D, 8, 2), kRaw10, flags);
    EXPECT_EQ(error, CL_IMAGE_FORMAT_NOT_SUPPORTED) << flags;
  }
  create(describe(CL_MEM_OBJECT_IMAGE2D, 8, 2), {CL_RG, CL_UNSIGNED_INT_RAW10_EXT},
         CL_MEM_READ_ONLY);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(RawImagesTest, InvalidImageSizeForAPartOfABlock) {
  for (const auto& [format, width] : {std::pair(kRaw10, 6), std::pair(kRaw12, 7)}) {
    create(describe(CL_MEM_OBJECT_IMAGE2D, size_t(width), 2), format, CL_MEM_READ_ONLY);
    EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE) << width;
  }
}

TEST_F(RawImagesTest, InvalidImageDescriptorForLevelsOfDetail) {
  cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  levels.num_mip_levels = 2;
  create(levels, kRaw10, CL_MEM_READ_ONLY);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(RawImagesTest, LiveInBuffersThatBeginAnywhere) {
  auto bytes = counted(64);
  const Buffer buffer = makeBuffer(63, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, bytes.data() + 1);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE2D, 8, 2);
  over.mem_object = buffer;
  over.image_row_pitch = 13;
  const Image image = make(over, kRaw10);
  std::vector<unsigned char> expected(bytes.begin() + 1, bytes.begin() + 11);
  expected.insert(expected.end(), bytes.begin() + 14, bytes.begin() + 24);
  EXPECT_EQ(readAll(image, 20, kAll), expected);
}

TEST_F(RawImagesTest, CommandsMoveWholeBlocks) {
  const Image image = makeFlat(kRaw10);
  const size_t second[3] = {4, 0, 0}, block[3] = {4, 2, 1}, half[3] = {2, 1, 1}, odd[3] = {2, 0, 0};
  unsigned char bytes[10] = {};
  const auto read = [&](const size_t* origin, const size_t* region) {
    return clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr,
                              nullptr);
  };
  EXPECT_EQ(read(second, block), CL_SUCCESS);
  EXPECT_EQ(bytes[0], 5);
  EXPECT_EQ(bytes[5], 15);
  EXPECT_EQ(read(kZero, half), CL_INVALID_VALUE);
  EXPECT_EQ(read(odd, half), CL_INVALID_VALUE);
}

TEST_F(RawImagesTest, FillsWriteEachTexel) {
  const Image ten = makeFlat(kRaw10), twelve = makeFlat(kRaw12);
  const cl_uint ordinary[4] = {0x2A7, 9, 9, 9}, large[4] = {70000, 0, 0, 0};
  ASSERT_EQ(clEnqueueFillImage(queue(), ten, ordinary, kZero, kAll, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> expected;
  for (int i = 0; i < 4; ++i) expected.insert(expected.end(), {0xA9, 0xA9, 0xA9, 0xA9, 0xFF});
  EXPECT_EQ(readAll(ten, 20, kAll), expected);
  ASSERT_EQ(clEnqueueFillImage(queue(), twelve, large, kZero, kAll, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(readAll(twelve, 24, kAll), std::vector<unsigned char>(24, 0xFF)) << "saturated";
}
