// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes where kernels have other arguments, other objects where they have pipes, and packets of
// another size than the pipe's.
#include "pipes/pipes.h"

#include <cstdlib>
#include <string>

namespace kernels {
namespace {

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_LOG", "api", 1) == 0;

const char kSource[] = R"(
kernel void put(write_only pipe int4 p, global int* codes) {
  int4 value = 1;
  codes[get_global_id(0)] = write_pipe(p, &value);
}
kernel void reserve(write_only pipe int4 p, global int* codes) {
  codes[get_global_id(0)] = is_valid_reserve_id(reserve_write_pipe(p, 1));
}
)";

struct PipeArguments : testing::Test {
  void SetUp() override {
    kernel =
        clCreateKernel(TestDevice::get().sourceProgram(kSource, kLanguages[1]), "put", nullptr);
    ASSERT_TRUE(kernel);
  }
  void TearDown() override {
    if (kernel) clReleaseKernel(kernel);
  }
  cl_int set(cl_uint index, cl_mem memory) {
    return clSetKernelArg(kernel, index, sizeof memory, &memory);
  }
  cl_kernel kernel = nullptr;
};

TEST_F(PipeArguments, AcceptPipesOnly) {
  const Pipe pipe(16, 4);
  const Buffer<int> buffer(4);
  EXPECT_EQ(set(0, pipe.memory()), CL_SUCCESS);
  EXPECT_EQ(set(0, buffer.memory()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(0, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  const cl_mem memory = pipe.memory();
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory - 1, &memory), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(1, pipe.memory()), CL_INVALID_MEM_OBJECT);
}

TEST_F(PipeArguments, TellWhatTheyAre) {
  cl_kernel_arg_type_qualifier qualifier = 0;
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier,
                               &qualifier, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(qualifier, cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_PIPE));
  cl_kernel_arg_access_qualifier access = 0;
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access,
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(access, cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
  char type[16] = "";
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(type, "int4");
}

TEST(PipePackets, OfAnotherSizeThanThePipeAreRefused) {
  for (const cl_uint bytes : {4u, 32u}) {
    const Pipe pipe(bytes, 100);
    const Buffer<int> codes(64, 5);
    runPipes(kSource, "put", range1(64), pipe, codes);
    for (const int code : codes.read()) EXPECT_LT(code, 0);
    runPipes(kSource, "reserve", range1(64), pipe, codes);
    EXPECT_EQ(codes.read(), std::vector<int>(64, 0));
  }
}

cl_int readPipe(cl_mem pipe) {
  int value = 0;
  return clEnqueueReadBuffer(TestDevice::get().queue(), pipe, CL_TRUE, 0, 4, &value, 0, nullptr,
                             nullptr);
}

TEST(PipeObjects, AreNotBuffers) {
  const Pipe pipe(16, 4);
  EXPECT_EQ(readPipe(pipe.memory()), CL_INVALID_MEM_OBJECT);
  cl_int error = CL_SUCCESS;
  const cl_buffer_region region = {0, 16};
  EXPECT_EQ(clCreateSubBuffer(pipe.memory(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
}

// The image had the head of the pipe as its texels, with the address of the packets.
TEST(PipeObjects, AreNoMemoryOfImages) {
  const Pipe pipe(16, 64);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = 8;
  description.mem_object = pipe.memory();
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage(TestDevice::get().context(), 0, &format, &description, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
}

// The native kernel got the address of the head of the pipe.
TEST(PipeObjects, AreNoMemoryOfNativeKernels) {
  const Pipe pipe(16, 64);
  const cl_mem memory = pipe.memory();
  void* arguments[1] = {};
  const void* places[1] = {arguments};
  EXPECT_EQ(clEnqueueNativeKernel(
                TestDevice::get().queue(), [](void*) {}, arguments, sizeof arguments, 1, &memory,
                places, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

/// What the log says when a pipe is deleted that `use` got.
template <class Use>
std::string logOfPipe(cl_uint packetBytes, Use use) {
  testing::internal::CaptureStderr();
  {
    const Pipe pipe(packetBytes, 100);
    use(pipe);
  }
  return testing::internal::GetCapturedStderr();
}

TEST(PipeLog, NamesMistakesOfKernels) {
  const Buffer<int> codes(64, 5);
  const std::string reserved = logOfPipe(
      16, [&](const Pipe& pipe) { runPipes(kSource, "reserve", range1(64), pipe, codes); });
  EXPECT_NE(
      reserved.find("pipe with packets of 16 bytes: 64 packets remained reserved for writing"),
      reserved.npos)
      << reserved;
  const std::string wrong =
      logOfPipe(4, [&](const Pipe& pipe) { runPipes(kSource, "put", range1(64), pipe, codes); });
  EXPECT_NE(
      wrong.find("pipe with packets of 4 bytes: calls failed that access packets of 16 bytes"),
      wrong.npos)
      << wrong;
}

}  // namespace
}  // namespace kernels
