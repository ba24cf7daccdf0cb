// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of every type, over every kind of memory; create_image_test.cpp has the errors.
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {
struct clCreateImageTest : ImageTest {};
struct clCreateEachImageTest : EachImageTest {};
}  // namespace

LW_EACH_IMAGE(clCreateEachImageTest);

TEST_P(clCreateEachImageTest, CopiesHostMemory) {
  const auto bytes = counted(texels() * 4);
  const Image image = makeWith(bytes);
  EXPECT_EQ(read(image, extent()), bytes);
  EXPECT_EQ(infoOf<cl_mem_object_type>(clGetMemObjectInfo, cl_mem(image), CL_MEM_TYPE),
            GetParam().type);
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, cl_mem(image), CL_MEM_SIZE), bytes.size());
}

TEST_P(clCreateEachImageTest, CopiesAndUsesHostMemoryWithPitches) {
  if (GetParam().type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return;
  cl_image_desc pitched = description();
  pitched.image_row_pitch = 28;
  const size_t rows = GetParam().coordinates == 3 ? 3 : 1;
  pitched.image_slice_pitch = hasSlices() ? 28 * (rows + 1) : 0;
  const size_t rowStep = GetParam().type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 56 : 28;
  const size_t sliceStep = hasSlices() ? pitched.image_slice_pitch : 28 * extent()[1];
  auto host = counted(sliceStep * extent()[2] * extent()[1]);
  std::vector<unsigned char> expected;
  for (size_t z = 0; z < extent()[2]; ++z)
    for (size_t y = 0; y < extent()[1]; ++y) {
      const auto* row = host.data() + z * sliceStep + y * rowStep;
      expected.insert(expected.end(), row, row + 20);
    }
  for (cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    const Image image = make(pitched, kRgba8, flags, host.data());
    EXPECT_EQ(read(image, extent()), expected);
    EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(image), CL_IMAGE_ROW_PITCH), 28u);
    EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(image), CL_IMAGE_SLICE_PITCH),
              pitched.image_slice_pitch);
  }
}

TEST_P(clCreateEachImageTest, IsAViewOfABuffer) {
  auto bytes = counted(texels() * 4 + 128);
  const Buffer buffer = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, bytes.data());
  const cl_buffer_region region = {128, texels() * 4};
  const Buffer part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  cl_image_desc over = description();
  over.mem_object = part;
  const Image image = make(over);
  EXPECT_EQ(read(image, extent()), std::vector<unsigned char>(bytes.begin() + 128, bytes.end()));
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, cl_mem(image), CL_MEM_ASSOCIATED_MEMOBJECT),
            cl_mem(part));
  EXPECT_EQ(infoOf<cl_mem>(clGetImageInfo, cl_mem(image), CL_IMAGE_BUFFER), cl_mem(part));
  const cl_uint color[4] = {9, 8, 7, 6};
  const size_t origin[3] = {}, one[3] = {1, 1, 1};
  ASSERT_EQ(clEnqueueFillImage(queue(), image, color, origin, one, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[129], 8);
}

TEST_F(clCreateImageTest, KeepsTheBufferBelowIt) {
  Buffer buffer = makeBuffer(64);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  over.mem_object = buffer;
  const Image image = make(over);
  buffer.reset();
  EXPECT_EQ(read(image, {16, 1, 1}).size(), 64u);
}

TEST_F(clCreateImageTest, ABufferOfTheExactSizeIsEnough) {
  const Buffer buffer = makeBuffer(3 * 20);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE2D, 4, 3);
  over.mem_object = buffer;
  over.image_row_pitch = 20;
  make(over);
  over.image_row_pitch = 24;
  create(over);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
}

TEST_F(clCreateImageTest, InheritsTheAccessOfTheBuffer) {
  const Buffer buffer = makeBuffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  over.mem_object = buffer;
  EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, cl_mem(make(over)), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
}

TEST_F(clCreateImageTest, ShowsAnImageWithAnotherChannelOrder) {
  const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8}, encoded = {CL_sRGBA, CL_UNORM_INT8};
  auto bytes = counted(64);
  const Image image =
      make(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), linear, CL_MEM_COPY_HOST_PTR, bytes.data());
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  over.mem_object = image;
  const Image view = make(over, encoded);
  EXPECT_EQ(read(view, {4, 4, 1}), bytes);
  EXPECT_EQ(infoOf<cl_mem>(clGetMemObjectInfo, cl_mem(view), CL_MEM_ASSOCIATED_MEMOBJECT),
            cl_mem(image));
  EXPECT_EQ(infoOf<cl_mem>(clGetImageInfo, cl_mem(view), CL_IMAGE_BUFFER), nullptr);
}

TEST_F(clCreateImageTest, RefusesViewsThatDifferInMoreThanTheOrder) {
  const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8};
  const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), linear);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  over.mem_object = image;
  create(over, {CL_RGBA, CL_SNORM_INT8});
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  create(over, {CL_BGRA, CL_UNORM_INT8});
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  over.image_width = 3;
  create(over, linear);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  over = describe(CL_MEM_OBJECT_IMAGE1D, 4);
  over.mem_object = image;
  create(over, linear);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
}

// 65536 rows and columns do not fit in 2D images; 5 GiB do. (Pages that nobody writes take no
// memory.)
TEST_F(clCreateImageTest, LargeImagesAreAddressedWith64Bits) {
  const size_t most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  constexpr size_t kLayers = 20;
  if (most < kLayers * 16384 * 16384) GTEST_SKIP() << "the device has too little memory";
  const Image image = make(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 16384, 16384, 1, kLayers),
                           {CL_R, CL_UNSIGNED_INT8});
  EXPECT_EQ(infoOf<size_t>(clGetMemObjectInfo, cl_mem(image), CL_MEM_SIZE),
            kLayers * 16384 * 16384);
  const size_t last[3] = {16380, 16383, kLayers - 1}, first[3] = {}, one[3] = {4, 1, 1};
  const std::vector<unsigned char> bytes = {1, 2, 3, 4}, filled(4, 9);
  ASSERT_EQ(clEnqueueWriteImage(queue(), image, CL_TRUE, last, one, 0, 0, bytes.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueCopyImage(queue(), image, image, last, first, one, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(image, first, {4, 1, 1}), bytes);
  const Buffer buffer = makeBuffer(4);
  ASSERT_EQ(clEnqueueCopyImageToBuffer(queue(), image, buffer, last, one, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(buffer), bytes);
  const cl_uint color[4] = {9, 9, 9, 9};
  ASSERT_EQ(clEnqueueFillImage(queue(), image, color, last, one, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(image, last, {4, 1, 1}), filled);
  ASSERT_EQ(clEnqueueCopyBufferToImage(queue(), buffer, image, 0, last, one, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(image, last, {4, 1, 1}), bytes);
  size_t rowPitch = 0, slicePitch = 0;
  void* const mapped = clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_READ, last, one, &rowPitch,
                                         &slicePitch, 0, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(std::memcmp(mapped, bytes.data(), 4), 0);
  EXPECT_EQ(slicePitch, size_t{16384} * 16384);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clCreateImageTest, LevelsOfDetailAreHalfAsLarge) {
  cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, 9, 5);
  levels.num_mip_levels = 4;
  const Image image = make(levels);
  EXPECT_EQ(infoOf<cl_uint>(clGetImageInfo, cl_mem(image), CL_IMAGE_NUM_MIP_LEVELS), 4u);
  const Three extents[] = {{9, 5, 1}, {4, 2, 1}, {2, 1, 1}, {1, 1, 1}};
  for (cl_uint level = 0; level < 4; ++level) {
    const size_t origin[3] = {0, 0, level};
    const cl_uint color[4] = {level + 1, 0, 0, 0};
    ASSERT_EQ(clEnqueueFillImage(queue(), image, color, origin, extents[level].data(), 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
  }
  for (cl_uint level = 0; level < 4; ++level) {
    const size_t origin[3] = {0, 0, level};
    const auto bytes = read(image, origin, extents[level]);
    for (size_t at = 0; at < bytes.size(); at += 4) EXPECT_EQ(bytes[at], level + 1);
  }
}
