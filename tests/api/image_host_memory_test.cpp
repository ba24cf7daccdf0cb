// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation of images and samplers with no host memory left, and the calls that need none.
#include "tests/api/failing_memory.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct ImageHostMemoryTest : ImageTest {
  /// Runs `make(error)` until it fails, and releases the results.
  template <class Make, class T>
  void expectCreates(const char* name, Make make, cl_int(CL_API_CALL* release)(T)) {
    std::vector<T> made;
    made.reserve(6000);
    expectHostMemory(name, [&] {
      cl_int code = 12345;
      const T handle = make(&code);
      EXPECT_EQ(handle == nullptr, code != CL_SUCCESS);
      if (handle) made.push_back(handle);
      return code;
    });
    for (T handle : made) release(handle);
  }
  const cl_image_format format = kRgba8;
};

}  // namespace

TEST_F(ImageHostMemoryTest, FailsToCreateImages) {
  const cl_context in = context();
  const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  expectCreates(
      "clCreateImage",
      [&](cl_int* code) { return clCreateImage(in, 0, &format, &flat, nullptr, code); },
      clReleaseMemObject);
  expectCreates(
      "clCreateImageWithProperties",
      [&](cl_int* code) {
        return clCreateImageWithProperties(in, nullptr, 0, &format, &flat, nullptr, code);
      },
      clReleaseMemObject);
  expectCreates(
      "clCreateImage2D",
      [&](cl_int* code) { return clCreateImage2D(in, 0, &format, 4, 4, 0, nullptr, code); },
      clReleaseMemObject);
  expectCreates(
      "clCreateImage3D",
      [&](cl_int* code) { return clCreateImage3D(in, 0, &format, 4, 4, 2, 0, 0, nullptr, code); },
      clReleaseMemObject);
}

TEST_F(ImageHostMemoryTest, FailsToReadPropertiesOfImagesToBe) {
  const cl_context in = context();
  const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 0, 0};
  const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  expectHostMemory("clGetImageRequirementsInfoEXT", [&] {
    return LW_EXTENSION(clGetImageRequirementsInfoEXT)(
        in, list, 0, &format, &flat, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, 0, nullptr, nullptr);
  });
}

TEST_F(ImageHostMemoryTest, FailsToCreateSamplers) {
  const cl_context in = context();
  expectCreates(
      "clCreateSampler",
      [&](cl_int* code) {
        return clCreateSampler(in, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, code);
      },
      clReleaseSampler);
  expectCreates(
      "clCreateSamplerWithProperties",
      [&](cl_int* code) { return clCreateSamplerWithProperties(in, nullptr, code); },
      clReleaseSampler);
}
