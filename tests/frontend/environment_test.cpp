// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects of environment variables on builds from source. Variables are read once, so this is a
// program of its own that sets all of them: sources that crash or hang the front end fail the
// build, and LANEWISE_LOG reports builds.
#include "tests/frontend/source_fixture.h"
#include "tests/in_child.h"
#include "tests/runtime/mounted_folder.h"

#include <CL/cl_gl.h>

#include <cstdlib>
#include <string_view>

namespace lanewise::test {
namespace {

const bool environmentIsSet = setenv("LANEWISE_COMPILER_SECONDS", "5", 1) == 0 &&
                              setenv("LANEWISE_LOG", "build,api", 1) == 0 &&
                              setenv("LANEWISE_CACHE", "off", 1) == 0;

using EnvironmentTest = SourceProgramTest;

std::string writes(int value) {
  return "kernel void k(global int* out) { *out = " + std::to_string(value) + "; }";
}

// Clang 19 dereferences a null pointer if the only element of a vector literal has no value.
TEST_F(EnvironmentTest, ACrashOfClangIsAFailedBuildAndTheNextOneWorks) {
  ASSERT_TRUE(environmentIsSet);
  Program program =
      make("kernel void k(global float4* p) { *p = (float4)(barrier(CLK_LOCAL_MEM_FENCE)); }");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("crashed"), std::string::npos) << log(program);
  EXPECT_NE(log(program).find("compiling the source"), std::string::npos) << log(program);
  EXPECT_EQ(run(built(writes(3))), 3);
}

TEST_F(EnvironmentTest, SourceThatTakesForEverIsAFailedBuildAndTheNextOneWorks) {
  std::string text = "#define A0 1+1+1+1+1+1+1+1+\n";
  for (char digit = '0'; digit < '9'; ++digit) {
    text += std::string("#define A") + char(digit + 1);
    for (int i = 0; i < 8; ++i) text += std::string(" A") + digit;
    text += '\n';
  }
  Program program = make(text + "#if A9 A9 A9 A9 A9 A9 A9 A9 0\n#endif\n" + writes(4));
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("5 seconds"), std::string::npos) << log(program);
  EXPECT_EQ(run(built(writes(5))), 5);
}

TEST_F(EnvironmentTest, TheApiLogHasFailedLinksAndFunctionsThatAreNotImplemented) {
  Program object = make("void missing(global int*); kernel void k(global int* p) { missing(p); }");
  ASSERT_EQ(
      clCompileProgram(object, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
      CL_SUCCESS)
      << log(object);
  testing::internal::CaptureStderr();
  cl_program input = object;
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  clCreateFromGLBuffer(context(), 0, 1, &error);
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_NE(written.find("lanewise api: clLinkProgram: -17"), std::string::npos) << written;
  EXPECT_EQ(written.find("clLinkProgram: 0"), std::string::npos) << written;
  EXPECT_NE(written.find("lanewise api: clCreateFromGLBuffer: " + std::to_string(error)),
            std::string::npos)
      << written;
}

// The linker opens its files in /proc/self/fd.
TEST_F(EnvironmentTest, ProgramsAreBuiltWithoutProc) {
  constexpr int kNotPermitted = 3;
  const int outcome = inChild([&] {
    MountedFolder nothing;
    if (!nothing.mountAt("/proc", 0, nullptr)) return kNotPermitted;
    // The second one calls the device library, which is linked from an archive.
    const char* vectors =
        "kernel void k(global int* out) { float8 x = 1.0f + *out;"
        " *out = (int)dot(sin(x).lo, cos(x).hi) + 10; }";
    return run(built(writes(9))) == 9 && run(built(vectors)) == 11 ? 0 : 1;
  });
  if (outcome == kNotPermitted) GTEST_SKIP() << "this process may not mount";
  EXPECT_EQ(outcome, 0);
}

size_t countOf(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(EnvironmentTest, AFailedBuildIsWrittenToTheLogOnceAndWhole) {
  std::string text = "kernel void k(global int* p) {\n";
  for (int i = 0; i < 15; ++i) text += "  *p = missing" + std::to_string(i) + ";\n";
  Program bad = make(text + "}");
  testing::internal::CaptureStderr();
  EXPECT_EQ(build(bad), CL_BUILD_PROGRAM_FAILURE);
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_EQ(countOf(written, "undeclared identifier 'missing0'"), 1u) << written;
  EXPECT_EQ(countOf(written, "undeclared identifier 'missing14'"), 1u) << written;
  EXPECT_GT(written.size(), 1024u);
  EXPECT_EQ(countOf(written, "lanewise api: clBuildProgram: -11 (CL_BUILD_PROGRAM_FAILURE): "), 1u)
      << written;
}

/// The reasons in the log of a call that fails with `code`.
template <class Call>
std::string reasonOf(cl_int code, Call call) {
  testing::internal::CaptureStderr();
  const cl_int returned = call();
  std::string written = testing::internal::GetCapturedStderr();
  EXPECT_EQ(returned, code) << written;
  return written;
}

TEST_F(EnvironmentTest, TheApiLogHasTheReasonsOfErrors) {
  const auto created = [&](cl_mem_flags flags) {
    return reasonOf(CL_INVALID_VALUE, [&] {
      cl_int error = CL_SUCCESS;
      clCreateBuffer(context(), flags, 64, nullptr, &error);
      return error;
    });
  };
  const Buffer buffer = makeBuffer(64);
  const auto filled = [&](const void* pattern, size_t patternBytes, size_t sizeBytes) {
    return reasonOf(CL_INVALID_VALUE, [&] {
      return clEnqueueFillBuffer(queue(), buffer, pattern, patternBytes, 0, sizeBytes, 0, nullptr,
                                 nullptr);
    });
  };
  const Program program = built("kernel void k(local int* shared_, int a) {}");
  Kernel kernel = kernelOf(program);
  const cl_int value = 1;
  const struct {
    std::string written, reason;
  } cases[] = {
      {created(cl_mem_flags{1} << 40),
       "clCreateBuffer: -30 (CL_INVALID_VALUE): unknown or invalid bits 0x10000000000 in flags"},
      {created(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY),
       "flags 0x6 have more than one of CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY"},
      {created(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR),
       "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR"},
      {reasonOf(CL_INVALID_VALUE,
                [&] { return clGetDeviceInfo(device(), 0x7777, 0, nullptr, nullptr); }),
       "clGetDeviceInfo: -30 (CL_INVALID_VALUE): unknown param_name 0x7777"},
      {reasonOf(CL_INVALID_VALUE,
                [&] {
                  return clEnqueueMigrateMemObjects(queue(), 0, buffer.array(), 0, 0, nullptr,
                                                    nullptr);
                }),
       "num_mem_objects is 0"},
      {reasonOf(
           CL_INVALID_VALUE,
           [&] { return clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 0, nullptr, nullptr); }),
       "devices and num_devices are null"},
      {reasonOf(CL_INVALID_VALUE,
                [&] { return clBuildProgram(program, 2, nullptr, nullptr, nullptr, nullptr); }),
       "device_list is null, but num_devices is 2"},
      {filled(&value, 3, 6), "pattern_size 3 is not a power of two up to 128"},
      {filled(nullptr, 4, 4), "pattern is null"},
      {filled(&value, 4, 6), "offset 0 or size 6 is not a multiple of pattern_size 4"},
      {reasonOf(CL_MEM_COPY_OVERLAP,
                [&] {
                  return clEnqueueCopyBuffer(queue(), buffer, buffer, 0, 4, 8, 0, nullptr, nullptr);
                }),
       "[0, +8) and [4, +8) overlap"},
      {reasonOf(CL_INVALID_ARG_VALUE, [&] { return clSetKernelArg(kernel, 0, 4, &value); }),
       "arg_value of the local argument 0 'shared_' of kernel 'k' is not null"},
      {reasonOf(CL_INVALID_ARG_VALUE, [&] { return clSetKernelArg(kernel, 1, 4, nullptr); }),
       "arg_value of argument 1 'a' of kernel 'k' is null"},
  };
  for (const auto& [written, reason] : cases)
    EXPECT_NE(written.find(reason), std::string::npos)
        << "expected " << reason << "\nin " << written;
}

TEST_F(EnvironmentTest, TheLogGroupTellsOfBuildsThatSucceedAndOfThoseThatFail) {
  Program good = make("kernel void first(global int* p) {} kernel void second(global int* p) {}");
  Program bad = make("kernel void k(global int* p) { *p = nothing; }");
  testing::internal::CaptureStderr();
  build(good, "-cl-std=CL3.0");
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("lanewise build: options '-cl-std=CL3.0'"), std::string::npos) << told;
  EXPECT_NE(told.find(" ms (compiled), kernels: first second"), std::string::npos) << told;
  testing::internal::CaptureStderr();
  build(bad);
  const std::string failed = testing::internal::GetCapturedStderr();
  EXPECT_NE(failed.find("'nothing'"), std::string::npos) << failed;
}

}  // namespace
}  // namespace lanewise::test
