// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_arm_printf: a function of the application receives what the kernels of its context print.

#include "device.h"

#include <CL/cl_ext.h>

#include <mutex>

namespace kernels {
namespace {

struct Heard {
  struct Call {
    std::string text;
    size_t complete;
  };
  std::mutex mutex;
  std::vector<Call> calls;

  static void CL_CALLBACK take(const char* text, size_t bytes, size_t complete, void* user) {
    Heard& self = *static_cast<Heard*>(user);
    const std::lock_guard lock(self.mutex);
    self.calls.push_back({std::string(text, bytes), complete});
  }
  std::string text() const {
    std::string all;
    for (const Call& call : calls) all += call.text;
    return all;
  }
};

constexpr const char* kSource = R"(
kernel void word(void) { printf("item %d\n", (int)get_global_id(0)); }
kernel void silent(global int* out) { if (out[0] == 1) printf("never\n"); }
)";

/// A context whose kernels print to `heard`, with at most `bufferBytes` of its text kept.
class PrintfReceiverTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!TestDevice::get().hasExtension("cl_arm_printf"))
      GTEST_SKIP() << "the device does not have cl_arm_printf";
  }
  void TearDown() override {
    if (program_) clReleaseProgram(program_);
    if (queue_) clReleaseCommandQueue(queue_);
    if (context_) clReleaseContext(context_);
  }
  void make(cl_context_properties bufferBytes) {
    const cl_context_properties list[] = {CL_PRINTF_CALLBACK_ARM,
                                          reinterpret_cast<cl_context_properties>(Heard::take),
                                          CL_PRINTF_BUFFERSIZE_ARM, bufferBytes, 0};
    const cl_device_id device = TestDevice::get().id();
    cl_int error = 1;
    context_ = clCreateContext(list, 1, &device, nullptr, &heard, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue_ = clCreateCommandQueueWithProperties(context_, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const char* source = kSource;
    program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  }
  /// Standard output while `items` work-items of `word` run.
  std::string runWord(size_t items) {
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(program_, "word", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    testing::internal::CaptureStdout();
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue_), CL_SUCCESS);
    clReleaseKernel(kernel);
    return testing::internal::GetCapturedStdout();
  }

  Heard heard;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

TEST_F(PrintfReceiverTest, HasTheTextOfALaunchBeforeItsCommandIsComplete) {
  make(1 << 20);
  EXPECT_EQ(runWord(1), "");
  EXPECT_EQ(runWord(1), "");
  ASSERT_EQ(heard.calls.size(), 2u);
  for (const Heard::Call& call : heard.calls) {
    EXPECT_EQ(call.text, "item 0\n");
    EXPECT_NE(call.complete, 0u);
  }
}

TEST_F(PrintfReceiverTest, HasLongTextInPiecesOfWhichTheLastIsComplete) {
  make(100);
  EXPECT_EQ(runWord(1000), "");
  ASSERT_GT(heard.calls.size(), 10u);
  for (const Heard::Call& call : heard.calls) {
    EXPECT_EQ(call.complete != 0, &call == &heard.calls.back());
    EXPECT_LT(call.text.size(), 120u);
  }
  const std::string text = heard.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1000);
  EXPECT_NE(text.find("item 999\n"), text.npos);
}

TEST_F(PrintfReceiverTest, IsNotCalledIfNothingIsPrinted) {
  make(1 << 20);
  cl_int error = 1;
  cl_kernel kernel = clCreateKernel(program_, "silent", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_int zero = 0;
  EXPECT_EQ(clEnqueueFillBuffer(queue_, memory, &zero, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  const size_t items = 64;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clFinish(queue_), CL_SUCCESS);
  clReleaseMemObject(memory);
  clReleaseKernel(kernel);
  EXPECT_TRUE(heard.calls.empty());
}

}  // namespace
}  // namespace kernels
