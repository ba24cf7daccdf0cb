// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

struct clGetImageRequirementsInfoEXTTest : ImageTest {
  template <class T>
  T get(cl_image_requirements_info_ext name, const cl_image_format* format,
        const cl_image_desc* description) {
    T value{};
    size_t sizeBytes = 0;
    EXPECT_EQ(
        call(context(), nullptr, 0, format, description, name, sizeof value, &value, &sizeBytes),
        CL_SUCCESS);
    EXPECT_EQ(sizeBytes, sizeof value);
    return value;
  }
  cl_int call(cl_context in, const cl_mem_properties* list, cl_mem_flags flags,
              const cl_image_format* format, const cl_image_desc* description,
              cl_image_requirements_info_ext name, size_t size = 0, void* value = nullptr,
              size_t* sizeRet = nullptr) {
    return LW_EXTENSION(clGetImageRequirementsInfoEXT)(in, list, flags, format, description, name,
                                                       size, value, sizeRet);
  }
  cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 5, 3);
};

TEST_F(clGetImageRequirementsInfoEXTTest, ABufferOfTheSizeIsEnough) {
  for (const TypeOfImage& type : kTypesOfImages) {
    cl_image_desc one = describe(type.type, 5, 3, 2, 4);
    const auto size = get<size_t>(CL_IMAGE_REQUIREMENTS_SIZE_EXT, &kRgba8, &one);
    EXPECT_EQ(size, type.extent[0] * type.extent[1] * type.extent[2] * 4) << type.name;
    const Buffer enough = makeBuffer(size), small = makeBuffer(size - 1);
    one.mem_object = enough;
    make(one);
    one.mem_object = small;
    create(one);
    EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE) << type.name;
  }
}

TEST_F(clGetImageRequirementsInfoEXTTest, TexelsMayBeginAtTheirAlignment) {
  for (cl_image_requirements_info_ext name : {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                              CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}) {
    EXPECT_EQ(get<size_t>(name, &kRgba8, &flat), 4u);
    EXPECT_EQ(get<size_t>(name, nullptr, nullptr), 16u) << "right for every format";
  }
}

TEST_F(clGetImageRequirementsInfoEXTTest, LimitsAreThoseOfTheDevice) {
  const auto limit = [&](cl_device_info name) {
    return cl_uint(infoOf<size_t>(clGetDeviceInfo, device(), name));
  };
  const cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, 0, 0, 0);
  const cl_image_desc array = describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 0, 0);
  EXPECT_EQ(get<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &kRgba8, &flat),
            limit(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  EXPECT_EQ(get<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, nullptr, &flat),
            limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT));
  EXPECT_EQ(get<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &kRgba8, &deep),
            limit(CL_DEVICE_IMAGE3D_MAX_DEPTH));
  EXPECT_EQ(get<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &kRgba8, &array),
            limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE));
}

TEST_F(clGetImageRequirementsInfoEXTTest, Errors) {
  const auto expect = [](const char* codeAndKey, cl_int code) {
    EXPECT_CONDITION(std::string("clGetImageRequirementsInfoEXT/") + codeAndKey, code);
  };
  constexpr cl_image_requirements_info_ext kWidth = CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT;
  expect("CL_INVALID_CONTEXT/context-not-valid-context",
         call(nullptr, nullptr, 0, &kRgba8, &flat, kWidth));
  const cl_mem_properties unknown[] = {0x4242, 1, 0},
                          invalid[] = {CL_MEM_DEVICE_HANDLE_LIST_KHR, 0, 0};
  expect("CL_INVALID_PROPERTY/name-unknown", call(context(), unknown, 0, &kRgba8, &flat, kWidth));
  EXPECT_EQ(call(context(), invalid, 0, &kRgba8, &flat, kWidth), CL_INVALID_DEVICE);
  // The same handle twice, and one that is no file.
  const cl_mem_properties twice[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 0,
                                     CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 0, 0};
  expect("CL_INVALID_PROPERTY/name-twice", call(context(), twice, 0, &kRgba8, &flat, kWidth));
  const cl_mem_properties noFile[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                      cl_mem_properties(-1), 0};
  expect("CL_INVALID_PROPERTY/value-invalid", call(context(), noFile, 0, &kRgba8, &flat, kWidth));
  expect("CL_INVALID_VALUE/flags-invalid",
         call(context(), nullptr, cl_mem_flags(1) << 40, &kRgba8, &flat, kWidth));
  expect("CL_INVALID_VALUE/flags-invalid",
         call(context(), nullptr, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &kRgba8, &flat, kWidth));
  expect(
      "CL_INVALID_VALUE/flags-invalid",
      call(context(), nullptr, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, &kRgba8, &flat, kWidth));
  const cl_image_format wrong = {CL_RGB, CL_FLOAT};
  expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-invalid",
         call(context(), nullptr, 0, &wrong, &flat, kWidth));
  const cl_image_desc buffer = describe(CL_MEM_OBJECT_BUFFER, 4);
  expect("CL_INVALID_IMAGE_DESCRIPTOR/image_desc-invalid",
         call(context(), nullptr, 0, &kRgba8, &buffer, kWidth));
  expect("CL_INVALID_IMAGE_DESCRIPTOR/image_desc-invalid",
         call(context(), nullptr, 0, &kRgba8, &flat, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT));
  // The conformance tests demand it. Limits are also told of sizes of 0.
  const cl_image_desc none = describe(CL_MEM_OBJECT_IMAGE1D, 0);
  for (cl_image_requirements_info_ext name :
       {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, CL_IMAGE_REQUIREMENTS_SIZE_EXT})
    expect("CL_INVALID_IMAGE_DESCRIPTOR/image_desc-invalid",
           call(context(), nullptr, 0, &kRgba8, &none, name));
  expect("CL_INVALID_VALUE/param_name",
         call(context(), nullptr, 0, &kRgba8, &flat, CL_IMAGE_WIDTH));
  cl_uint value = 0;
  expect("CL_INVALID_VALUE/param_value_size",
         call(context(), nullptr, 0, &kRgba8, &flat, kWidth, 3, &value));
  EXPECT_EQ(call(context(), nullptr, 0, nullptr, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT),
            CL_INVALID_VALUE);
}
