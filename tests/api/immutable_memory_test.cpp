// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with CL_MEM_IMMUTABLE_EXT: how they are created, and that no command and no kernel writes
// to them.
#include "runtime/base/cl_names.h"
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

using namespace lanewise::test;

namespace {

constexpr cl_mem_flags kImmutable = CL_MEM_IMMUTABLE_EXT;
constexpr cl_mem_flags kAltering[] = {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY};
constexpr size_t kZero[3] = {}, kAll[3] = {4, 4, 1}, kBytes[3] = {16, 4, 1};

struct ImmutableMemoryTest : CommandBufferTest {
  void SetUp() override {
    buffer = makeBuffer(64, kImmutable | CL_MEM_COPY_HOST_PTR, host);
    other = makeBuffer(64);
    if (!deviceHasImages(device())) GTEST_SKIP() << "the device has no images";
    image = makeImage(kImmutable | CL_MEM_COPY_HOST_PTR, host);
    otherImage = makeImage(0, nullptr);
  }
  cl_int createBuffer(cl_mem_flags flags, void* pointer) {
    cl_int code = 12345;
    Buffer(clCreateBuffer(context(), flags, 64, pointer, &code));
    cl_int second = 12345;
    Buffer(clCreateBufferWithProperties(context(), nullptr, flags, 64, pointer, &second));
    EXPECT_EQ(code, second);
    return code;
  }
  cl_int createImage(cl_mem_flags flags, void* pointer, cl_mem over = nullptr) {
    cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    flat.mem_object = over;
    cl_int code = 12345;
    Image(clCreateImage(context(), flags, &kRgba8, &flat, pointer, &code));
    cl_int second = 12345;
    Image(clCreateImageWithProperties(context(), nullptr, flags, &kRgba8, &flat, pointer, &second));
    EXPECT_EQ(code, second);
    return code;
  }
  Image makeImage(cl_mem_flags flags, void* pointer) {
    const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    cl_int code = 12345;
    Image made(clCreateImage(context(), flags, &kRgba8, &flat, pointer, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  alignas(64) unsigned char host[64] = {1, 2, 3, 4};
  Buffer buffer, other;
  Image image, otherImage;
};

void expect(const char* command, cl_int code, const char* key = "CL_INVALID_OPERATION/immutable") {
  EXPECT_CONDITION(std::string(command) + "/" + key, code);
}

}  // namespace

TEST_F(ImmutableMemoryTest, HasTheContentsOfHostMemory) {
  for (cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
    for (cl_mem_flags access : {0, CL_MEM_READ_ONLY, CL_MEM_HOST_READ_ONLY}) {
      EXPECT_EQ(createBuffer(kImmutable | flags | access, host), CL_SUCCESS) << flags;
      EXPECT_EQ(createImage(kImmutable | flags | access, host), CL_SUCCESS) << flags;
    }
  }
  EXPECT_EQ(contents(buffer), std::vector<unsigned char>(host, host + 64));
  EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_FLAGS),
            kImmutable | CL_MEM_COPY_HOST_PTR);
}

TEST_F(ImmutableMemoryTest, ImagesHaveTheFormatsOfOtherImages) {
  const auto count = [&](cl_mem_flags flags) {
    cl_uint formats = 0;
    EXPECT_EQ(
        clGetSupportedImageFormats(context(), flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &formats),
        CL_SUCCESS);
    return formats;
  };
  EXPECT_EQ(count(kImmutable | CL_MEM_USE_HOST_PTR), count(CL_MEM_READ_ONLY));
}

TEST_F(ImmutableMemoryTest, InvalidValueWithoutContents) {
  constexpr const char* kKey = "CL_INVALID_VALUE/mem_immutable-flags-none-following-conditions";
  for (cl_mem_flags flags : {kImmutable, kImmutable | CL_MEM_ALLOC_HOST_PTR}) {
    expect("clCreateBuffer", createBuffer(flags, nullptr), kKey);
    expect("clCreateBufferWithProperties", createBuffer(flags, nullptr), kKey);
    expect("clCreateImage", createImage(flags, nullptr), kKey);
    expect("clCreateImageWithProperties", createImage(flags, nullptr), kKey);
  }
  cl_int code = 12345;
  constexpr const char* kNeither =
      "CL_INVALID_VALUE/mem_immutable-flags-neither-mem_copy_host_ptr-nor";
  clCreateImage2D(context(), kImmutable, &kRgba8, 4, 4, 0, nullptr, &code);
  expect("clCreateImage2D", code, kNeither);
  clCreateImage3D(context(), kImmutable, &kRgba8, 4, 4, 4, 0, 0, nullptr, &code);
  expect("clCreateImage3D", code, kNeither);
}

TEST_F(ImmutableMemoryTest, InvalidValueWithAccessThatAltersIt) {
  constexpr const char* kKey =
      "CL_INVALID_VALUE/mem_immutable-flags-mem_read_write-mem_write_only-mem_host_write_only";
  for (cl_mem_flags access : kAltering) {
    const cl_mem_flags flags = kImmutable | CL_MEM_COPY_HOST_PTR | access;
    expect("clCreateBuffer", createBuffer(flags, host), kKey);
    expect("clCreateBufferWithProperties", createBuffer(flags, host), kKey);
    expect("clCreateImage", createImage(flags, host), kKey);
    expect("clCreateImageWithProperties", createImage(flags, host), kKey);
  }
}

TEST_F(ImmutableMemoryTest, PartsOfImmutableBuffersAreImmutable) {
  const cl_buffer_region half = {0, 32};
  cl_int code = 12345;
  for (cl_mem_flags flags : {cl_mem_flags(0), cl_mem_flags(CL_MEM_READ_ONLY), kImmutable}) {
    const Buffer part(clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(infoOf<cl_mem_flags>(clGetMemObjectInfo, cl_mem(part), CL_MEM_FLAGS),
              kImmutable | CL_MEM_COPY_HOST_PTR | flags);
    EXPECT_EQ(clEnqueueWriteBuffer(queue(), part, CL_TRUE, 0, 4, host, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
  for (cl_mem_flags flags : kAltering) {
    clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, &code);
    expect("clCreateSubBuffer", code, "CL_INVALID_VALUE/immutable");
  }
  const Buffer part(
      clCreateSubBuffer(other, kImmutable, CL_BUFFER_CREATE_TYPE_REGION, &half, &code));
  EXPECT_EQ(code, CL_SUCCESS) << "an immutable part of a buffer that is not";
}

TEST_F(ImmutableMemoryTest, ImagesOverImmutableObjectsMustBeImmutable) {
  for (cl_mem over : {cl_mem(buffer), cl_mem(image)}) {
    EXPECT_EQ(createImage(kImmutable, nullptr, over), CL_SUCCESS);
    for (cl_mem_flags flags : {0, CL_MEM_READ_ONLY}) {
      expect("clCreateImage", createImage(flags, nullptr, over), "CL_INVALID_VALUE/immutable");
      expect("clCreateImageWithProperties", createImage(flags, nullptr, over),
             "CL_INVALID_VALUE/immutable");
    }
  }
  EXPECT_EQ(createImage(kImmutable, nullptr, other), CL_SUCCESS);
}

TEST_F(ImmutableMemoryTest, CommandsDoNotWriteToBuffers) {
  expect("clEnqueueWriteBuffer",
         clEnqueueWriteBuffer(queue(), buffer, CL_TRUE, 0, 4, host, 0, nullptr, nullptr));
  expect("clEnqueueWriteBufferRect",
         clEnqueueWriteBufferRect(queue(), buffer, CL_TRUE, kZero, kZero, kBytes, 0, 0, 0, 0, host,
                                  0, nullptr, nullptr));
  expect("clEnqueueCopyBuffer",
         clEnqueueCopyBuffer(queue(), other, buffer, 0, 0, 64, 0, nullptr, nullptr));
  expect("clEnqueueCopyBufferRect",
         clEnqueueCopyBufferRect(queue(), other, buffer, kZero, kZero, kBytes, 0, 0, 0, 0, 0,
                                 nullptr, nullptr));
  expect("clEnqueueFillBuffer",
         clEnqueueFillBuffer(queue(), buffer, host, 4, 0, 64, 0, nullptr, nullptr));
  expect(
      "clEnqueueCopyImageToBuffer",
      clEnqueueCopyImageToBuffer(queue(), otherImage, buffer, kZero, kAll, 0, 0, nullptr, nullptr));
  for (cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    cl_int code = 12345;
    EXPECT_EQ(
        clEnqueueMapBuffer(queue(), buffer, CL_TRUE, flags, 0, 64, 0, nullptr, nullptr, &code),
        nullptr);
    expect("clEnqueueMapBuffer", code);
  }
  EXPECT_EQ(contents(buffer), std::vector<unsigned char>(host, host + 64));
}

TEST_F(ImmutableMemoryTest, CommandsDoNotWriteToImages) {
  expect("clEnqueueWriteImage", clEnqueueWriteImage(queue(), image, CL_TRUE, kZero, kAll, 0, 0,
                                                    host, 0, nullptr, nullptr));
  expect("clEnqueueCopyImage",
         clEnqueueCopyImage(queue(), otherImage, image, kZero, kZero, kAll, 0, nullptr, nullptr));
  expect("clEnqueueCopyBufferToImage",
         clEnqueueCopyBufferToImage(queue(), other, image, 0, kZero, kAll, 0, nullptr, nullptr));
  expect("clEnqueueFillImage",
         clEnqueueFillImage(queue(), image, host, kZero, kAll, 0, nullptr, nullptr));
  for (cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    cl_int code = 12345;
    size_t pitch = 0;
    EXPECT_EQ(clEnqueueMapImage(queue(), image, CL_TRUE, flags, kZero, kAll, &pitch, nullptr, 0,
                                nullptr, nullptr, &code),
              nullptr);
    expect("clEnqueueMapImage", code);
  }
}

TEST_F(ImmutableMemoryTest, CommandsReadThem) {
  EXPECT_EQ(clEnqueueCopyBuffer(queue(), buffer, other, 0, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents(other), std::vector<unsigned char>(host, host + 64));
  EXPECT_EQ(clEnqueueCopyImage(queue(), image, otherImage, kZero, kZero, kAll, 0, nullptr, nullptr),
            CL_SUCCESS);
  cl_int code = 12345;
  size_t pitch = 0;
  for (cl_mem of : {cl_mem(image), cl_mem(otherImage)}) {
    void* const mapped = clEnqueueMapImage(queue(), of, CL_TRUE, CL_MAP_READ, kZero, kAll, &pitch,
                                           nullptr, 0, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(std::memcmp(mapped, host, 64), 0);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue(), of, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(ImmutableMemoryTest, CommandBuffersDoNotWriteToThem) {
  const CommandBuffer commands = make();
  EXPECT_EQ(fillBuffer({.buffer = commands}, buffer, 1, 0, 64), CL_INVALID_OPERATION);
  EXPECT_EQ(LW_EXTENSION(clCommandCopyBufferKHR)(commands, nullptr, nullptr, other, buffer, 0, 0,
                                                 64, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(LW_EXTENSION(clCommandCopyBufferRectKHR)(commands, nullptr, nullptr, other, buffer,
                                                     kZero, kZero, kBytes, 0, 0, 0, 0, 0, nullptr,
                                                     nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(LW_EXTENSION(clCommandCopyImageKHR)(commands, nullptr, nullptr, otherImage, image,
                                                kZero, kZero, kAll, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      LW_EXTENSION(clCommandCopyImageToBufferKHR)(commands, nullptr, nullptr, otherImage, buffer,
                                                  kZero, kAll, 0, 0, nullptr, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(LW_EXTENSION(clCommandCopyBufferToImageKHR)(commands, nullptr, nullptr, other, image, 0,
                                                        kZero, kAll, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(LW_EXTENSION(clCommandFillImageKHR)(commands, nullptr, nullptr, image, host, kZero,
                                                kAll, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(ImmutableMemoryTest, KernelsThatMayWriteDoNotAcceptThem) {
  const auto set = [](cl_kernel kernel, cl_uint index, cl_mem memory) {
    return clSetKernelArg(kernel, index, sizeof memory, &memory);
  };
  const OwnedKernel every = makeKernel("every");
  EXPECT_EQ(set(every, kOut, buffer), CL_SUCCESS) << "const int*";
  EXPECT_EQ(set(every, kTable, buffer), CL_SUCCESS) << "constant memory";
  EXPECT_EQ(set(makeKernel("fill"), 0, buffer), CL_SUCCESS) << "of a module without types";
  const OwnedProgram images = makeProgram("images");
  ASSERT_EQ(build(images), CL_SUCCESS);
  const OwnedKernel look(clCreateKernel(images, "look", nullptr)),
      draw(clCreateKernel(images, "draw", nullptr));
  EXPECT_EQ(set(look, 0, buffer), CL_INVALID_ARG_VALUE) << "uint*";
  EXPECT_EQ(set(look, 1, image), CL_SUCCESS) << "read_only";
  cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, 4, 2, 2);
  const Image written(
      clCreateImage(context(), kImmutable | CL_MEM_COPY_HOST_PTR, &kRgba8, &deep, host, nullptr));
  EXPECT_CONDITION("clSetKernelArg/CL_INVALID_ARG_VALUE/image-not-write_only",
                   set(draw, 0, written));
  cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
  const Image both(
      clCreateImage(context(), kImmutable | CL_MEM_COPY_HOST_PTR, &depth, &flat, host, nullptr));
  EXPECT_EQ(set(draw, 1, both), CL_INVALID_ARG_VALUE) << "read_write";
}
