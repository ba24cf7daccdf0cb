// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetSupportedImageFormatsTest : ApiTest {
  cl_int call(cl_context in, cl_mem_flags flags, cl_mem_object_type type, cl_uint entries = 0,
              cl_image_format* formats = nullptr, cl_uint* count = nullptr) {
    return clGetSupportedImageFormats(in, flags, type, entries, formats, count);
  }
};

TEST_F(clGetSupportedImageFormatsTest, DeviceWithoutImagesHasNone) {
  if (infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) GTEST_SKIP();
  for (cl_mem_object_type type :
       {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D,
        CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
    cl_uint count = 7;
    EXPECT_EQ(call(context(), CL_MEM_READ_ONLY, type, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(count, 0u);
  }
}

TEST_F(clGetSupportedImageFormatsTest, HasTheRequiredFormatsForEveryTypeAndUse) {
  if (!infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) GTEST_SKIP();
  for (cl_mem_object_type type :
       {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D,
        CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY})
    for (cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      cl_uint count = 0;
      ASSERT_EQ(call(context(), flags, type, 0, nullptr, &count), CL_SUCCESS);
      std::vector<cl_image_format> formats(count);
      ASSERT_EQ(call(context(), flags, type, count, formats.data(), nullptr), CL_SUCCESS);
      const auto has = [&](cl_channel_order order, cl_channel_type data) {
        return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& format) {
          return format.image_channel_order == order && format.image_channel_data_type == data;
        });
      };
      for (cl_channel_order order : {CL_R, CL_RGBA})
        for (cl_channel_type data :
             {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
              CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
          EXPECT_TRUE(has(order, data)) << std::hex << order << " " << data;
      EXPECT_TRUE(has(CL_BGRA, CL_UNORM_INT8));
      const bool takesDepth = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      EXPECT_EQ(has(CL_DEPTH, CL_FLOAT), takesDepth);
    }
}

TEST_F(clGetSupportedImageFormatsTest, WritesNoMoreThanThereIsRoomFor) {
  if (!infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) GTEST_SKIP();
  cl_image_format formats[3] = {};
  cl_uint count = 0;
  ASSERT_EQ(call(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 2, formats, &count),
            CL_SUCCESS);
  EXPECT_GT(count, 2u);
  EXPECT_NE(formats[1].image_channel_order, 0u);
  EXPECT_EQ(formats[2].image_channel_order, 0u);
}

TEST_F(clGetSupportedImageFormatsTest, InvalidContext) {
  EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_CONTEXT/context-invalid",
                   call(nullptr, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D));
  EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_CONTEXT/context-invalid",
                   call(ofOtherType<cl_context>(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D));
  EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_CONTEXT/context-invalid",
                   call(releasedContext(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D));
}

TEST_F(clGetSupportedImageFormatsTest, InvalidValueForUnknownFlags) {
  EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_VALUE/flags-not-valid",
                   call(context(), cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D));
}

// They were accepted, although no image can be created with them.
TEST_F(clGetSupportedImageFormatsTest, InvalidValueForFlagsThatExcludeEachOther) {
  for (cl_mem_flags flags :
       {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE,
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
        CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
        CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS})
    EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_VALUE/flags-not-valid",
                     call(context(), flags, CL_MEM_OBJECT_IMAGE2D))
        << flags;
  for (cl_mem_flags flags : {CL_MEM_READ_WRITE | CL_MEM_KERNEL_READ_AND_WRITE,
                             CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_NO_ACCESS})
    EXPECT_EQ(call(context(), flags, CL_MEM_OBJECT_IMAGE2D), CL_SUCCESS) << flags;
}

TEST_F(clGetSupportedImageFormatsTest, InvalidValueForWhatIsNoImage) {
  EXPECT_CONDITION("clGetSupportedImageFormats/CL_INVALID_VALUE/image_type-not-valid",
                   call(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER));
}

TEST_F(clGetSupportedImageFormatsTest, InvalidValueForFormatsWithoutRoom) {
  cl_image_format format;
  EXPECT_CONDITION(
      "clGetSupportedImageFormats/CL_INVALID_VALUE/num_entries-zero-image_formats-not-null",
      call(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, &format));
}
