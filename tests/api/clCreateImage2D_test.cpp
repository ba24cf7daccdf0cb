// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"
#include "tests/sanitizers.h"

#include <sys/resource.h>

using namespace lanewise::test;

struct clCreateImage2DTest : ImageTest {
  cl_int call(size_t width, size_t height, size_t rowPitch = 0, void* host = nullptr,
              cl_mem_flags flags = 0, const cl_image_format* format = &kRgba8) {
    return callIn(context(), width, height, rowPitch, host, flags, format);
  }
  cl_int callIn(cl_context in, size_t width, size_t height, size_t rowPitch = 0,
                void* host = nullptr, cl_mem_flags flags = 0,
                const cl_image_format* format = &kRgba8) {
    cl_int code = 12345;
    made = Image(clCreateImage2D(in, flags, format, width, height, rowPitch, host, &code));
    EXPECT_EQ(cl_mem(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  Image made;
  unsigned char host[1024] = {};
};

TEST_F(clCreateImage2DTest, CreatesA2DImage) {
  ASSERT_EQ(call(4, 3, 20, host, CL_MEM_USE_HOST_PTR), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_mem_object_type>(clGetMemObjectInfo, cl_mem(made), CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_IMAGE2D));
  EXPECT_EQ(infoOf<size_t>(clGetImageInfo, cl_mem(made), CL_IMAGE_ROW_PITCH), 20u);
}

TEST_F(clCreateImage2DTest, InvalidImageSize) {
  const size_t width = infoOf<size_t>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const size_t height = infoOf<size_t>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_SIZE/image_width-image_height-0", call(0, 4));
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_SIZE/image_width-image_height-0", call(4, 0));
  for (const auto& [w, h] : {std::pair(width + 1, size_t(1)), std::pair(size_t(1), height + 1)})
    EXPECT_CONDITION(
        "clCreateImage2D/CL_INVALID_IMAGE_SIZE/"
        "they-exceed-maximum-device_image2d_max_width-device_image2d_max_height",
        call(w, h));
  for (size_t pitch : {12, 18})
    EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_SIZE/image_row_pitch-do-not-follow-rules",
                     call(4, 4, pitch, host, CL_MEM_COPY_HOST_PTR));
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_SIZE/image_row_pitch-do-not-follow-rules",
                   call(4, 4, 16))
      << "without a host pointer";
}

TEST_F(clCreateImage2DTest, OtherErrors) {
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_CONTEXT/context-invalid", callIn(nullptr, 4, 4));
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_VALUE/flags-invalid",
                   call(4, 4, 0, nullptr, cl_mem_flags(1) << 40));
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-null",
                   call(4, 4, 0, nullptr, 0, nullptr));
  const cl_image_format wrong = {CL_RGB, CL_FLOAT}, stencil = {0x10BE, 0x10DF};
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-invalid",
                   call(4, 4, 0, nullptr, 0, &wrong));
  EXPECT_CONDITION(
      "clCreateImage2D/CL_IMAGE_FORMAT_NOT_SUPPORTED/no-devices-context-support-image_format",
      call(4, 4, 0, nullptr, 0, &stencil));
  EXPECT_CONDITION(
      "clCreateImage2D/CL_INVALID_HOST_PTR/host_ptr-null-mem_use_host_ptr-mem_copy_host_ptr-flags",
      call(4, 4, 0, nullptr, CL_MEM_USE_HOST_PTR));
  EXPECT_CONDITION("clCreateImage2D/CL_INVALID_HOST_PTR/host_ptr-without-flag",
                   call(4, 4, 0, host));
}

TEST_F(clCreateImage2DTest, AllocationFailureWithoutAddressSpace) {
  if (LW_ADDRESS_SANITIZER || LW_THREAD_SANITIZER)
    GTEST_SKIP() << "sanitizers end the process when there is no address space";
  const cl_context in = context();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit little{size_t{64} << 20, before.rlim_max};
  cl_int code = CL_SUCCESS;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  const cl_mem image = clCreateImage2D(in, 0, &kRgba8, 8192, 8192, 0, nullptr, &code);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(image, nullptr);
  EXPECT_CONDITION("clCreateImage2D/CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation", code);
}
