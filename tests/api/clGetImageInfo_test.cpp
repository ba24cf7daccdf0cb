// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct clGetImageInfoTest : EachImageTest {
  size_t get(cl_mem image, cl_image_info name) {
    return infoOf<size_t>(clGetImageInfo, image, name);
  }
};
LW_EACH_IMAGE(clGetImageInfoTest);

TEST_P(clGetImageInfoTest, TellsSizesAndPitches) {
  const Image owned = makeCounting();
  const cl_mem image = owned;
  const cl_mem_object_type type = GetParam().type;
  const bool is3D = type == CL_MEM_OBJECT_IMAGE3D;
  const bool is2D = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const bool isArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  EXPECT_EQ(get(image, CL_IMAGE_ELEMENT_SIZE), 4u);
  EXPECT_EQ(get(image, CL_IMAGE_WIDTH), 5u);
  EXPECT_EQ(get(image, CL_IMAGE_HEIGHT), is2D || is3D ? 3u : 0u);
  EXPECT_EQ(get(image, CL_IMAGE_DEPTH), is3D ? 2u : 0u);
  EXPECT_EQ(get(image, CL_IMAGE_ARRAY_SIZE), isArray ? 4u : 0u);
  EXPECT_EQ(get(image, CL_IMAGE_ROW_PITCH), 20u);
  EXPECT_EQ(get(image, CL_IMAGE_SLICE_PITCH), type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 20u
                                              : hasSlices()                       ? 60u
                                                                                  : 0u);
  EXPECT_EQ(infoOf<cl_uint>(clGetImageInfo, image, CL_IMAGE_NUM_MIP_LEVELS), 0u);
  EXPECT_EQ(infoOf<cl_uint>(clGetImageInfo, image, CL_IMAGE_NUM_SAMPLES), 0u);
  const auto format = infoOf<cl_image_format>(clGetImageInfo, image, CL_IMAGE_FORMAT);
  EXPECT_EQ(format.image_channel_order, kRgba8.image_channel_order);
  EXPECT_EQ(format.image_channel_data_type, kRgba8.image_channel_data_type);
}

TEST_P(clGetImageInfoTest, InvalidMemObjectForABuffer) {
  size_t value = 0;
  const Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clGetImageInfo/CL_INVALID_MEM_OBJECT/image-invalid",
                   clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof value, &value, nullptr));
}

TEST_P(clGetImageInfoTest, InvalidValue) {
  size_t value = 0;
  const Image image = makeCounting();
  EXPECT_CONDITION("clGetImageInfo/CL_INVALID_VALUE/param_name",
                   clGetImageInfo(image, CL_MEM_SIZE, sizeof value, &value, nullptr));
  EXPECT_CONDITION("clGetImageInfo/CL_INVALID_VALUE/param_value_size",
                   clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof value - 1, &value, nullptr));
}
