// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateImage and clCreateImageWithProperties, which differ in the list of properties only.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

struct CreateImageTest : ImageTest, ::testing::WithParamInterface<const char*> {
  cl_int call(cl_context in, cl_mem_flags flags, const cl_image_format* format,
              const cl_image_desc* description, void* host = nullptr) {
    cl_int code = 12345;
    made = std::string(GetParam()) == "clCreateImage"
               ? Image(clCreateImage(in, flags, format, description, host, &code))
               : Image(clCreateImageWithProperties(in, nullptr, flags, format, description, host,
                                                   &code));
    EXPECT_EQ(cl_mem(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  cl_int call(const cl_image_desc& description, cl_mem_flags flags = 0, void* host = nullptr) {
    return call(context(), flags, &kRgba8, &description, host);
  }
  void expect(const char* codeAndKey, cl_int code) { expectNamed(GetParam(), codeAndKey, code); }
  Image made;
  cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  alignas(128) unsigned char host[4096] = {};
};

INSTANTIATE_TEST_SUITE_P(Both, CreateImageTest,
                         ::testing::Values("clCreateImage", "clCreateImageWithProperties"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace

TEST_P(CreateImageTest, CreatesWithEveryFormOfHostMemory) {
  for (cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
    EXPECT_EQ(call(flat, flags, host), CL_SUCCESS) << flags;
    EXPECT_EQ(infoOf<void*>(clGetMemObjectInfo, cl_mem(made), CL_MEM_HOST_PTR),
              flags & CL_MEM_USE_HOST_PTR ? host : nullptr);
    EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, cl_mem(made), CL_MEM_FLAGS), flags);
  }
  EXPECT_EQ(call(flat, CL_MEM_ALLOC_HOST_PTR), CL_SUCCESS);
}

TEST_P(CreateImageTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    expect("CL_INVALID_CONTEXT/context-invalid", call(wrong, 0, &kRgba8, &flat));
}

TEST_P(CreateImageTest, InvalidValueForFlags) {
  for (cl_mem_flags wrong :
       {cl_mem_flags(1) << 40, cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY),
        cl_mem_flags(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS),
        cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE)})
    expect("CL_INVALID_VALUE/flags-invalid", call(flat, wrong));
  expect("CL_INVALID_VALUE/flags-invalid",
         call(flat, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host));
}

TEST_P(CreateImageTest, InvalidValueForFlagsThatExceedThoseOfTheBuffer) {
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4);
  const auto from = [&](cl_mem_flags parent, cl_mem_flags flags) {
    const Buffer buffer = makeBuffer(64, parent);
    over.mem_object = buffer;
    return call(over, flags);
  };
  constexpr const char* kAccess = "CL_INVALID_VALUE/image-being-created-another-memory";
  constexpr const char* kHost = "CL_INVALID_VALUE/image-being-created-another-memory-2";
  expect(kAccess, from(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE));
  expect(kAccess, from(CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY));
  expect(kAccess, from(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE));
  expect(kAccess, from(CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY));
  for (cl_mem_flags flag : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    expect(kAccess, from(CL_MEM_READ_WRITE, flag));
  expect(kHost, from(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY));
  expect("CL_INVALID_VALUE/mem_object_-created-mem_host_read_only-flags-mem_host_write_only",
         from(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY));
  for (cl_mem_flags flag : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY})
    expect("CL_INVALID_VALUE/mem_object_-created-mem_host_no_access-and_flags_-mem_host_read_only",
           from(CL_MEM_HOST_NO_ACCESS, flag));
}

TEST_P(CreateImageTest, InvalidImageFormatDescriptor) {
  expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-null",
         call(context(), 0, nullptr, &flat));
  for (const cl_image_format& wrong :
       {cl_image_format{0, CL_FLOAT}, cl_image_format{CL_RGBA, 0},
        cl_image_format{CL_RGB, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_UNORM_SHORT_565},
        cl_image_format{CL_LUMINANCE, CL_SIGNED_INT8}, cl_image_format{CL_BGRA, CL_FLOAT}})
    expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image_format-invalid",
           call(context(), 0, &wrong, &flat));
}

TEST_P(CreateImageTest, ImageFormatNotSupported) {
  // Depth in other images than 2D ones and their arrays, and depth with a stencil.
  const cl_image_format depth = {CL_DEPTH, CL_FLOAT}, stencil = {0x10BE, 0x10DF};
  const cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  expect("CL_IMAGE_FORMAT_NOT_SUPPORTED/no-devices-context-support-image_format",
         call(context(), 0, &depth, &deep));
  expect("CL_IMAGE_FORMAT_NOT_SUPPORTED/no-devices-context-support-image_format",
         call(context(), 0, &stencil, &flat));
}

TEST_P(CreateImageTest, InvalidImageDescriptor) {
  EXPECT_EQ(call(context(), 0, &kRgba8, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(call(describe(CL_MEM_OBJECT_BUFFER, 4, 4)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(call(describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)), CL_INVALID_IMAGE_DESCRIPTOR)
      << "without a buffer";
  cl_image_desc samples = flat;
  samples.num_samples = 2;
  EXPECT_EQ(call(samples), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc over = flat;
  for (cl_mem wrong : {ofOtherType<cl_mem>(), releasedBuffer()}) {
    over.mem_object = wrong;
    EXPECT_EQ(call(over), CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_P(CreateImageTest, InvalidImageDescriptorForPitches) {
  // (row pitch, slice pitch) of 4 x 4 x 2 texels of 4 bytes.
  constexpr std::pair<size_t, size_t> kWrong[] = {{15, 0}, {12, 0},  {18, 0},  {0, 48},
                                                  {0, 72}, {20, 64}, {20, 90}, {~size_t(0) - 3, 0}};
  for (const auto& [row, slice] : kWrong) {
    cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 2);
    deep.image_row_pitch = row;
    deep.image_slice_pitch = slice;
    const cl_int code = call(deep, CL_MEM_COPY_HOST_PTR, host);
    EXPECT_TRUE(code == CL_INVALID_IMAGE_DESCRIPTOR || code == CL_INVALID_IMAGE_SIZE)
        << row << " " << slice << " " << code;
  }
  cl_image_desc pitched = flat;
  pitched.image_row_pitch = 16;
  EXPECT_EQ(call(pitched), CL_INVALID_IMAGE_DESCRIPTOR) << "without a host pointer";
  pitched.image_row_pitch = 0;
  pitched.image_slice_pitch = 64;
  EXPECT_EQ(call(pitched), CL_INVALID_IMAGE_DESCRIPTOR) << "without a host pointer";
}

TEST_P(CreateImageTest, InvalidImageFormatDescriptorForPitchesOverABuffer) {
  const Buffer buffer = makeBuffer(4096);
  for (size_t pitch : {12, 18}) {
    cl_image_desc over = flat;
    over.mem_object = buffer;
    over.image_row_pitch = pitch;
    expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image-created-buffer-row-pitch", call(over));
  }
  cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 2);
  deep.mem_object = buffer;
  for (size_t pitch : {60, 66}) {
    deep.image_slice_pitch = pitch;
    expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image-created-buffer-row-pitch", call(deep));
  }
  // A buffer that begins in the middle of a texel.
  const Buffer odd = makeBuffer(1024, CL_MEM_USE_HOST_PTR, host + 2);
  cl_image_desc over = flat;
  over.mem_object = odd;
  expect("CL_INVALID_IMAGE_FORMAT_DESCRIPTOR/image-created-buffer-row-pitch", call(over));
}

TEST_P(CreateImageTest, InvalidImageSize) {
  const auto limit = [&](cl_device_info name) {
    return infoOf<size_t>(clGetDeviceInfo, device(), name);
  };
  const size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1;
  const size_t height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1;
  const size_t layers = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) + 1;
  for (const cl_image_desc& wrong :
       {describe(CL_MEM_OBJECT_IMAGE1D, 0), describe(CL_MEM_OBJECT_IMAGE1D, width),
        describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 1, 1, 2),
        describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 1, 1, 0),
        describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 1, 1, layers),
        describe(CL_MEM_OBJECT_IMAGE2D, 0, 4), describe(CL_MEM_OBJECT_IMAGE2D, 4, 0),
        describe(CL_MEM_OBJECT_IMAGE2D, width, 1), describe(CL_MEM_OBJECT_IMAGE2D, 1, height),
        describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 1, 0),
        describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 1, layers),
        describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0), describe(CL_MEM_OBJECT_IMAGE3D, 4, 0, 4),
        describe(CL_MEM_OBJECT_IMAGE3D, limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1, 1, 1),
        describe(CL_MEM_OBJECT_IMAGE3D, 1, limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT) + 1, 1),
        describe(CL_MEM_OBJECT_IMAGE3D, 1, 1, limit(CL_DEVICE_IMAGE3D_MAX_DEPTH) + 1)})
    expect("CL_INVALID_IMAGE_SIZE/image-dimensions-image_desc-not-valid", call(wrong));
  const Buffer small = makeBuffer(64);
  cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 17);
  over.mem_object = small;
  expect("CL_INVALID_IMAGE_SIZE/ext_image_from_buffer-extension-supported-image-created",
         call(over));
  over.image_width = limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) + 1;
  expect("CL_INVALID_IMAGE_SIZE/image-dimensions-image_desc-not-valid", call(over));
}

TEST_P(CreateImageTest, InvalidHostPtr) {
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    expect("CL_INVALID_HOST_PTR/host_ptr-null-mem_use_host_ptr-mem_copy_host_ptr-flags",
           call(flat, flags));
  expect("CL_INVALID_HOST_PTR/host_ptr-without-flag", call(flat, 0, host));
}

TEST_P(CreateImageTest, AllocationFailure) {
  expect("CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation",
         call(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 16384, 16384, 1, 2048)));
}

TEST_P(CreateImageTest, InvalidImageDescriptorForLevels) {
  cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, 9, 5);
  levels.num_mip_levels = 17;
  EXPECT_EQ(call(levels), CL_INVALID_IMAGE_DESCRIPTOR);
  levels.num_mip_levels = 5;
  EXPECT_EQ(call(levels), CL_SUCCESS) << "9, 4, 2, 1, 1: the conformance tests create such images";
  EXPECT_EQ(call(levels, CL_MEM_COPY_HOST_PTR, host), CL_INVALID_IMAGE_DESCRIPTOR);
  const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
  EXPECT_EQ(call(context(), 0, &depth, &levels), CL_SUCCESS);
}
