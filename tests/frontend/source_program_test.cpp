// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from source through the loader, with the real compiler: built, compiled and linked, run.
#include "tests/api/fixture.h"

namespace lanewise::test {
namespace {

using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;

struct SourceProgramTest : ApiTest {
  Program make(const char* text) {
    cl_int error = 1;
    Program made(clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int build(cl_program program, const char* options = "") {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  std::string log(cl_program program) {
    std::string text(1 << 16, '\0');
    clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, text.size(), text.data(),
                          nullptr);
    return text.c_str();
  }
  /// Runs `k(global int*)` once and returns what it stored.
  cl_int run(cl_program program) {
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program, "k", &error));
    EXPECT_EQ(error, CL_SUCCESS);
    Buffer out = makeBuffer(sizeof(cl_int));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     nullptr), CL_SUCCESS);
    cl_int value = -1;
    EXPECT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                                  nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(SourceProgramTest, buildsAndRuns) {
  Program program = make("kernel void k(global int* out) { *out = VALUE; }");
  ASSERT_EQ(build(program, "-DVALUE=42"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 42);
}

TEST_F(SourceProgramTest, canBeBuiltAgainWithOtherOptions) {
  Program program = make("kernel void k(global int* out) { *out = VALUE; }");
  ASSERT_EQ(build(program, "-DVALUE=1"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 1);
  ASSERT_EQ(build(program, "-D VALUE=2"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 2);
}

TEST_F(SourceProgramTest, errorIsInTheLog) {
  Program program = make("kernel void k(global int* out) { *out = missing; }");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("undeclared identifier 'missing'"), std::string::npos);
}

TEST_F(SourceProgramTest, wrongOptionIsNamed) {
  Program program = make("kernel void k(global int* out) { *out = 0; }");
  EXPECT_EQ(build(program, "-cl-no-such"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_NE(log(program).find("-cl-no-such"), std::string::npos);
}

TEST_F(SourceProgramTest, compilesWithHeadersAndLinks) {
  Program header = make("int answer(int);\n#define BASE 40\n");
  Program one = make("#include \"lib/answer.h\"\nkernel void k(global int* out) { *out = answer(2); }");
  Program two = make("#include \"lib/answer.h\"\nint answer(int more) { return BASE + more; }");
  const char* name = "lib/answer.h";
  for (cl_program program : {cl_program(one), cl_program(two)})
    ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 1, header.array(), &name, nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
  const cl_program inputs[] = {one, two};
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS) << (linked ? log(linked) : std::string());
  EXPECT_EQ(run(linked), 42);
}

TEST_F(SourceProgramTest, warningIsInTheLogOfASuccess) {
  Program program = make("#warning take care\nkernel void k(global int* out) { *out = 7; }");
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_NE(log(program).find("take care"), std::string::npos);
  EXPECT_EQ(run(program), 7);
}

}  // namespace
}  // namespace lanewise::test
