// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -cl-denorms-are-zero: which kernels flush subnormal numbers, and that nothing else does.
#include "tests/frontend/source_fixture.h"

#include <xmmintrin.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanewise::test {
namespace {

// out[0] is made of a subnormal result, out[1] of a subnormal operand, out[2] and out[3] the same
// in double precision. The buffer has zeros.
constexpr const char* kSource = R"(
kernel void k(global float* out) {
  float least = 0x1p-126f + out[0];
  double small = 0x1p-1022 + out[0];
  out[0] = (least * 0.5f) * 2 * 0x1p126f;
  out[1] = as_float(1 + as_int(out[1])) * 0x1p126f * 0x1p23f;
  out[2] = (float)(small * 0.5 * 2 * 0x1p1022);
  out[3] = (float)(as_double(1 + as_long((double)out[3])) * 0x1p1022 * 0x1p52);
})";

using Results = std::array<cl_float, 4>;
constexpr Results kKept = {1, 1, 1, 1}, kFlushed = {0, 0, 0, 0};

struct DenormalsTest : SourceProgramTest {
  Results resultOf(cl_program program) {
    Results results;
    std::ranges::copy(runOver<cl_float>(program, results.size()), results.begin());
    return results;
  }
  Results resultOf(const std::string& options) { return resultOf(built(kSource, options)); }
  Program compiled(const std::string& text, const char* options) {
    Program program = make(text);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
    return program;
  }
  Results linkedResult(const char* first, const char* second, const char* linking) {
    Program kernel = compiled(kSource, first),
            other = compiled("int other() { return 1; }", second);
    const cl_program inputs[] = {kernel, other};
    cl_int error = 1;
    Program whole(
        clLinkProgram(context(), 0, nullptr, linking, 2, inputs, nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return resultOf(whole);
  }
};

TEST_F(DenormalsTest, AreKeptWithoutTheOption) {
  for (const char* options : {"", "-cl-mad-enable -cl-no-signed-zeros", "-cl-finite-math-only"})
    EXPECT_EQ(resultOf(options), kKept) << options;
}

TEST_F(DenormalsTest, WereNotFlushed) { EXPECT_EQ(resultOf("-cl-denorms-are-zero"), kFlushed); }

// The specification includes the option in unsafe math.
TEST_F(DenormalsTest, WereNotFlushedInUnsafeMath) {
  const std::string half = "kernel void k(global float* out) { *out = (*out + 0x1p-126f) * 0.5f; }";
  EXPECT_EQ(runOver<cl_float>(built(half), 1)[0], 0x1p-127f);
  for (const char* options : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
    EXPECT_EQ(runOver<cl_float>(built(half, options), 1)[0], 0) << options;
}

TEST_F(DenormalsTest, AreFlushedInGroupsOnEveryThread) {
  const std::string source =
      "kernel void k(global float* out) { size_t i = get_global_id(0); float x = out[i]; "
      "for (int n = 0; n < 1000; ++n) x = x * 0.5f + x * 0.5f; out[i] = x; }";
  constexpr size_t kItems = 1 << 16;
  std::vector<cl_float> values(kItems, 0x1p-127f);
  Program program = built(source, "-cl-denorms-are-zero");
  Kernel kernel = kernelOf(program);
  Buffer out = makeBuffer(kItems * sizeof(cl_float), CL_MEM_COPY_HOST_PTR, values.data());
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  const size_t local = 64;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &kItems, &local, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, kItems * sizeof(cl_float), values.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(values, std::vector<cl_float>(kItems, 0));
}

TEST_F(DenormalsTest, AreKeptByOtherKernelsOfTheQueueAndByTheApplication) {
  // Without the flags of exceptions that occurred.
  const auto control = [] { return _mm_getcsr() & ~unsigned{_MM_EXCEPT_MASK}; };
  const unsigned before = control();
  Program flushing = built(kSource, "-cl-denorms-are-zero"), keeping = built(kSource);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(resultOf(flushing), kFlushed);
    EXPECT_EQ(control(), before);
    EXPECT_EQ(resultOf(keeping), kKept);
    EXPECT_EQ(control(), before);
  }
}

// Code is made of the whole: the option holds if every input has it, or the link.
TEST_F(DenormalsTest, OfLinkedProgramsAreFlushedIfAllAllowIt) {
  const char* option = "-cl-denorms-are-zero";
  EXPECT_EQ(linkedResult(option, option, ""), kFlushed);
  EXPECT_EQ(linkedResult(option, "", ""), kKept);
  EXPECT_EQ(linkedResult("", option, ""), kKept);
  EXPECT_EQ(linkedResult("", "", option), kFlushed);
  EXPECT_EQ(linkedResult("", "", ""), kKept);
}

TEST_F(DenormalsTest, OfProgramBinariesAreFlushed) {
  for (const char* options : {"", "-cl-denorms-are-zero"}) {
    Program program = built(kSource, options);
    size_t sizeBytes = infoOf<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    std::vector<unsigned char> binary(sizeBytes);
    unsigned char* start = binary.data();
    ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof start, &start, nullptr),
              CL_SUCCESS);
    const unsigned char* given = binary.data();
    const cl_device_id device = this->device();
    cl_int error = 1;
    Program loaded(
        clCreateProgramWithBinary(context(), 1, &device, &sizeBytes, &given, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(build(loaded), CL_SUCCESS);
    EXPECT_EQ(resultOf(loaded), *options ? kFlushed : kKept);
  }
}

}  // namespace
}  // namespace lanewise::test
