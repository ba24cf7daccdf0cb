// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program binaries that lanewise-cc has made, for levels of this machine and of another one
// (CMakeLists.txt has the commands). The suite WithoutCompiler runs where no compiler can be
// started: whatever is built there is code of the binary.
#include "device.h"

#include <sys/auxv.h>
#include <fstream>
#include <iterator>

namespace kernels {
namespace {

#if defined(__x86_64__)
constexpr const char *kLowest = "x86-64-v2", *kHigher = "x86-64-v3", *kOther = "armv8-a";
bool hasHigherLevel() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#elif defined(__aarch64__)
constexpr const char *kLowest = "armv8-a", *kHigher = "armv8.2-a", *kOther = "x86-64-v2";
bool hasHigherLevel() { return getauxval(AT_HWCAP) & 1 << 10; }  // half precision
#endif

/// Empty if the build has made none.
std::vector<unsigned char> binaryFor(const std::string& level) {
  std::ifstream file(BINARIES "/" + level + ".binary", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Program {
 public:
  explicit Program(const std::vector<unsigned char>& binary) {
    const cl_device_id device = TestDevice::get().id();
    const size_t sizeBytes = binary.size();
    const unsigned char* bytes = binary.data();
    program_ = clCreateProgramWithBinary(TestDevice::get().context(), 1, &device, &sizeBytes,
                                         &bytes, &status_, &error_);
  }
  ~Program() {
    if (program_) clReleaseProgram(program_);
  }
  Program(const Program&) = delete;

  cl_program get() const { return program_; }
  cl_int error() const { return error_; }
  cl_int status() const { return status_; }
  cl_int build(const char* options = "") const {
    return clBuildProgram(program_, 0, nullptr, options, nullptr, nullptr);
  }
  std::string log() const {
    std::string text(10'000, '\0');
    clGetProgramBuildInfo(program_, TestDevice::get().id(), CL_PROGRAM_BUILD_LOG, text.size(),
                          text.data(), nullptr);
    return text.substr(0, text.find('\0'));
  }
  std::vector<unsigned char> binary() const {
    size_t sizeBytes = 0;
    clGetProgramInfo(program_, CL_PROGRAM_BINARY_SIZES, sizeof sizeBytes, &sizeBytes, nullptr);
    std::vector<unsigned char> bytes(sizeBytes);
    unsigned char* storage = bytes.data();
    clGetProgramInfo(program_, CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr);
    return bytes;
  }

 private:
  cl_program program_ = nullptr;
  cl_int status_ = 1, error_ = 1;
};

void expectResults(const Program& program) {
  Buffer<cl_float> scaled(std::vector<cl_float>{0, 1, 2, 3, 4});
  KernelCall(program.get(), "portable", "scale").add(scaled).add(0.5f).run(range1(5));
  EXPECT_EQ(scaled.read(), (std::vector<cl_float>{3.5f, 6.5f, 12.5f, 24.5f, 48.5f}));
  Buffer<cl_int> reversed(std::vector<cl_int>{0, 1, 2, 3, 4, 5, 6, 7});
  KernelCall(program.get(), "portable", "reverseInGroups").add(reversed).run(range1(8, 4));
  EXPECT_EQ(reversed.read(), (std::vector<cl_int>{3, 2, 1, 0, 7, 6, 5, 4}));
}

void expectCodeOf(const char* level) {
  const Program program(binaryFor(level));
  ASSERT_EQ(program.error(), CL_SUCCESS) << level;
  EXPECT_EQ(program.status(), CL_SUCCESS);
  ASSERT_EQ(program.build(), CL_SUCCESS) << program.log();
  expectResults(program);
}

TEST(WithoutCompiler, CodeForTheLowestLevelRuns) { expectCodeOf(kLowest); }

TEST(WithoutCompiler, CodeForAHigherLevelRuns) {
  if (!hasHigherLevel()) GTEST_SKIP() << "this CPU does not run the level " << kHigher;
  expectCodeOf(kHigher);
}

TEST(WithoutCompiler, CodeForAnotherMachineIsNotTaken) {
  const std::vector<unsigned char> binary = binaryFor(kOther);
  if (binary.empty()) GTEST_SKIP() << "no code generator for " << kOther;
  const Program program(binary);
  ASSERT_EQ(program.error(), CL_SUCCESS);
  EXPECT_EQ(program.build(), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(program.log().find("compiler"), std::string::npos) << program.log();
}

TEST(WithoutCompiler, CodeIsOfTheOptionsOfTheBinary) {
  const Program program(binaryFor(kLowest));
  EXPECT_EQ(program.build("-cl-fast-relaxed-math"), CL_BUILD_PROGRAM_FAILURE) << program.log();
  EXPECT_EQ(program.build(), CL_SUCCESS) << program.log();
}

TEST(WithoutCompiler, CodeStaysInTheBinaryOfTheProgram) {
  const std::vector<unsigned char> given = binaryFor(kLowest);
  const Program first(given);
  ASSERT_EQ(first.build(), CL_SUCCESS) << first.log();
  EXPECT_EQ(first.binary(), given);
}

TEST(WithCompiler, ModulesOfABinaryForAnotherMachineAreCompiled) {
  const std::vector<unsigned char> binary = binaryFor(kOther);
  if (binary.empty()) GTEST_SKIP() << "no code generator for " << kOther;
  const Program program(binary);
  ASSERT_EQ(program.error(), CL_SUCCESS);
  ASSERT_EQ(program.build(), CL_SUCCESS) << program.log();
  expectResults(program);
  EXPECT_GT(program.binary().size(), binary.size()) << "it has the code for both";
}

// As of a program that the platform has built of the same source in OpenCL C 1.2.
TEST(WithCompiler, LaunchesObeyTheLanguageOfTheSource) {
  const Program program(binaryFor(kLowest));
  ASSERT_EQ(program.build(), CL_SUCCESS) << program.log();
  const cl_kernel kernel = clCreateKernel(program.get(), "reverseInGroups", nullptr);
  const Buffer<cl_int> buffer(5);
  const cl_mem memory = buffer.memory();
  clSetKernelArg(kernel, 0, sizeof memory, &memory);
  const size_t global = 5, local = 4;
  EXPECT_EQ(clEnqueueNDRangeKernel(TestDevice::get().queue(), kernel, 1, nullptr, &global, &local,
                                   0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  clReleaseKernel(kernel);
}

TEST(WithCompiler, ADamagedBinaryIsInvalid) {
  const std::vector<unsigned char> binary = binaryFor(kLowest);
  ASSERT_FALSE(binary.empty());
  for (size_t at = 0; at < binary.size(); at += 61) {
    std::vector<unsigned char> damaged = binary;
    damaged[at] ^= 4;
    const Program program(damaged);
    EXPECT_EQ(program.error(), CL_INVALID_BINARY) << at;
    EXPECT_EQ(program.status(), CL_INVALID_BINARY) << at;
  }
}

}  // namespace
}  // namespace kernels
