// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct clCreateImage3DTest : ImageTest {
  cl_int call(const Three& size, size_t rowPitch = 0, size_t slicePitch = 0, void* host = nullptr,
              cl_mem_flags flags = 0, const cl_image_format* format = &kRgba8) {
    return callIn(context(), size, rowPitch, slicePitch, host, flags, format);
  }
  cl_int callIn(cl_context in, const Three& size, size_t rowPitch = 0, size_t slicePitch = 0,
                void* host = nullptr, cl_mem_flags flags = 0,
                const cl_image_format* format = &kRgba8) {
    cl_int code = 12345;
    made = Image(clCreateImage3D(in, flags, format, size[0], size[1], size[2], rowPitch, slicePitch,
                                 host, &code));
    EXPECT_EQ(cl_mem(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  Image made;
  unsigned char host[1024] = {};
};

TEST_F(clCreateImage3DTest, CreatesA3DImage) {
  ASSERT_EQ(call({4, 3, 2}, 20, 80, host, CL_MEM_USE_HOST_PTR), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_mem_object_type>(clGetMemObjectInfo, cl_mem(made), CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_IMAGE3D));
  EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(made), CL_IMAGE_SLICE_PITCH), 80u);
}

TEST_F(clCreateImage3DTest, InvalidImageSize) {
  const size_t most = infoOf<size_t>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE3D_MAX_WIDTH);
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_IMAGE_SIZE/image_width-image_height-0",
                   call({0, 4, 4}));
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_IMAGE_SIZE/image_width-image_height-0",
                   call({4, 0, 4}));
  for (size_t depth : {0, 1})
    EXPECT_CONDITION("clCreateImage3D/CL_INVALID_IMAGE_SIZE/image_depth-leq-1",
                     call({4, 4, depth}));
  for (const Three& size : {Three{most + 1, 1, 2}, Three{1, most + 1, 2}, Three{1, 1, most + 1}})
    EXPECT_CONDITION(
        "clCreateImage3D/CL_INVALID_IMAGE_SIZE/"
        "they-exceed-maximum-device_image3d_max_width-device_image3d_max_height",
        call(size));
  for (const auto& [row, slice] : {std::pair<size_t, size_t>(12, 0), {0, 48}, {20, 90}})
    EXPECT_CONDITION(
        "clCreateImage3D/CL_INVALID_IMAGE_SIZE/image_row_pitch-image_slice_pitch-do-not-follow",
        call({4, 4, 2}, row, slice, host, CL_MEM_COPY_HOST_PTR));
}

TEST_F(clCreateImage3DTest, OtherErrors) {
  const Three size = {4, 4, 2};
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_CONTEXT/context-invalid", callIn(nullptr, size));
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_VALUE/flags-invalid",
                   call(size, 0, 0, nullptr, cl_mem_flags(1) << 40));
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-null",
                   call(size, 0, 0, nullptr, 0, nullptr));
  const cl_image_format wrong = {CL_RGB, CL_FLOAT}, depth = {CL_DEPTH, CL_FLOAT};
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-invalid",
                   call(size, 0, 0, nullptr, 0, &wrong));
  EXPECT_CONDITION(
      "clCreateImage3D/CL_IMAGE_FORMAT_NOT_SUPPORTED/no-devices-context-support-image_format",
      call(size, 0, 0, nullptr, 0, &depth));
  EXPECT_CONDITION(
      "clCreateImage3D/CL_INVALID_HOST_PTR/host_ptr-null-mem_use_host_ptr-mem_copy_host_ptr-flags",
      call(size, 0, 0, nullptr, CL_MEM_COPY_HOST_PTR));
  EXPECT_CONDITION("clCreateImage3D/CL_INVALID_HOST_PTR/host_ptr-without-flag",
                   call(size, 0, 0, host));
}

TEST_F(clCreateImage3DTest, AllocationFailureForMoreThanTheDeviceAllocates) {
  const cl_image_format wide = {CL_RGBA, CL_FLOAT};
  const size_t most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  if (most >= size_t(2048) * 2048 * 2048 * 16) GTEST_SKIP() << "there is memory for the largest";
  EXPECT_CONDITION("clCreateImage3D/CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation",
                   call({2048, 2048, 2048}, 0, 0, nullptr, 0, &wide));
}
