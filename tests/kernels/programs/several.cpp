// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules with several kernels, constants, program-scope variables and specialization constants.

#include "device.h"

namespace kernels {
namespace {

TEST(Programs, SeveralKernels) {
  Buffer<cl_int> out(16);
  run("programs/several", "first", range1(16), out);
  run("programs/several", "second", range1(16), out);
  run("programs/several", "third", range2({4, 4}, {4, 2}), out);
  EXPECT_EQ(out.read(), std::vector<cl_int>(16, 421));
}

TEST(Programs, KernelsInProgram) {
  const cl_program program = TestDevice::get().program("programs/several");
  ASSERT_NE(program, nullptr);
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 5u);
  std::vector<cl_kernel> kernels(count);
  EXPECT_EQ(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), CL_SUCCESS);
  for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
}

TEST(Programs, UnknownKernelName) {
  const cl_program program = TestDevice::get().program("programs/several");
  ASSERT_NE(program, nullptr);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "fourth", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
}

TEST(Programs, RequiredLocalSizeIsChosen) {
  Buffer<cl_int> out(16);
  run("programs/several", "third", range2({4, 4}), out);
  EXPECT_EQ(out.read(), std::vector<cl_int>(16, 400));
}

TEST(Programs, Constants) {
  Buffer<cl_int> out(5);
  run("programs/several", "constants", range1(5), out);
  EXPECT_EQ(out.read(),
            (std::vector<cl_int>{2100 + 'p', 3200 + 'r', 5300 + 'i', 7400 + 'm', 11100 + 'e'}));
}

TEST(Programs, ProgramScopeVariables) {
  Buffer<cl_int> out(4);
  const auto expectNext = [&](std::vector<cl_int> expected) {
    run("programs/variables", "next", range1(1), out);
    EXPECT_EQ(out.read(), expected);
  };
  expectNext({11, 3, 70, 1});
  expectNext({12, 6, 80, 1});  // the next launch reads what a launch wrote
  run("programs/variables", "reset", range1(1));
  expectNext({11, 3, 70, 1});
}

/// As parts.cl has it.
cl_uint partOf(cl_uint item, cl_uint number) {
  constexpr cl_uint kTable[8] = {2, 3, 5, 7, 11, 13, 17, 19};
  cl_uint x = item + number;
  for (int step = 0; step < 64; ++step) {
    x = x * 1664525 + 1013904223;
    x ^= x >> 13;
  }
  return x + kTable[(x ^ number) & 7];
}

TEST(Programs, PartsShareVariables) {
  Buffer<cl_uint> out(100);
  Buffer<cl_int> count(1);
  cl_int launches = 0;
  for (cl_uint number = 1; number <= 16; ++number) {
    run("programs/parts", ("part" + std::to_string(number)).c_str(), range1(100), out);
    std::vector<cl_uint> expected(100);
    for (cl_uint i = 0; i < 100; ++i) expected[i] = partOf(i, number);
    EXPECT_EQ(out.read(), expected) << number;
    run("programs/parts", "count", range1(1), count);
    EXPECT_EQ(count.read(), std::vector<cl_int>{launches += static_cast<cl_int>(number)});
  }
}

/// A new program of the module, with its specialization constants set before the build.
std::vector<cl_long> runSpecialized(const std::vector<std::pair<cl_uint, std::vector<char>>>& set) {
  auto& device = TestDevice::get();
  const std::vector<char> module = readModule("programs/specialized");
  cl_int error;
  const cl_program program =
      clCreateProgramWithIL(device.context(), module.data(), module.size(), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  for (const auto& [id, bytes] : set)
    EXPECT_EQ(clSetProgramSpecializationConstant(program, id, bytes.size(), bytes.data()),
              CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(program, "constants", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  Buffer<cl_long> out(5);
  const cl_mem memory = out.memory();
  const size_t one = 1;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(device.queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                   nullptr),
            CL_SUCCESS);
  const std::vector<cl_long> got = out.read();
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return got;
}

template <typename T>
std::vector<char> bytesOf(T value) {
  std::vector<char> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

TEST(Programs, SpecializationConstantsHaveDefaults) {
  EXPECT_EQ(runSpecialized({}), (std::vector<cl_long>{10, 1, 4000000000, 2, 20}));
}

TEST(Programs, SpecializationConstantsAreSet) {
  EXPECT_EQ(runSpecialized({{1, bytesOf(cl_int{-7})},
                            {2, bytesOf(cl_uchar{0})},
                            {3, bytesOf(cl_long{1} << 40)},
                            {4, bytesOf(cl_float{8.0f})}}),
            (std::vector<cl_long>{-7, 0, cl_long{1} << 40, 8, -14}));
}

}  // namespace
}  // namespace kernels
