// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that write one buffer, by the calls of OpenCL that order commands and without them:
// LANEWISE_CHECK=races fails a launch that nothing orders with another one, and no other.
#include <CL/cl.h>

#include "checked_device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Events = std::vector<cl_event>;

class Launches : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { useChecks("races"); }
  void SetUp() override {
    device_ = findCheckedDevice().device;
    ASSERT_TRUE(device_);
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    one_ = makeQueue(0), two_ = makeQueue(0);
    unordered_ = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const char* source =
        "kernel void put(global int* a, int value) { a[get_global_id(0)] = value; }";
    program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    kernel_ = clCreateKernel(program_, "put", nullptr);
    buffer_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, kBytes, nullptr, nullptr);
    copy_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, kBytes, nullptr, nullptr);
    ASSERT_EQ(clSetKernelArg(kernel_, 0, sizeof buffer_, &buffer_), CL_SUCCESS);
  }
  void TearDown() override {
    for (cl_event event : events_) clReleaseEvent(event);
    for (cl_command_queue queue : {one_, two_, unordered_}) clReleaseCommandQueue(queue);
    clReleaseMemObject(copy_);
    clReleaseMemObject(buffer_);
    clReleaseKernel(kernel_);
    clReleaseProgram(program_);
    clReleaseContext(context_);
  }

  cl_event copyTo(cl_command_queue queue) {
    cl_event gate = nullptr;
    EXPECT_EQ(clEnqueueWriteBuffer(queue, copy_, CL_FALSE, 0, kBytes, contents_, 0, nullptr, &gate),
              CL_SUCCESS);
    events_.push_back(gate);
    return gate;
  }
  cl_event put(cl_command_queue queue, const Events& waits = {}) {
    const cl_int value = ++value_;
    EXPECT_EQ(clSetKernelArg(kernel_, 1, sizeof value, &value), CL_SUCCESS);
    const size_t size = kBytes / sizeof(cl_int);
    cl_event event = nullptr;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &size, nullptr, cl_uint(waits.size()),
                               waits.empty() ? nullptr : waits.data(), &event),
        CL_SUCCESS);
    launches_.push_back(event);
    events_.push_back(event);
    return event;
  }
  bool hasRace() {
    for (cl_command_queue queue : {one_, two_, unordered_}) EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    bool has = false;
    for (cl_event event : launches_) {
      cl_int status = CL_QUEUED;
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
      has |= status < 0;
    }
    return has;
  }
  cl_event keep(cl_event event) { return events_.push_back(event), event; }

  static constexpr size_t kBytes = 4096;
  /// A launch that has ended before another one is enqueued is ordered with it.
  static constexpr int kMany = 50;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue one_ = nullptr, two_ = nullptr, unordered_ = nullptr;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem buffer_ = nullptr, copy_ = nullptr;
  char contents_[kBytes] = {};
  Events launches_, events_;

 private:
  cl_command_queue makeQueue(cl_command_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    return clCreateCommandQueueWithProperties(context_, device_, list, nullptr);
  }
  cl_int value_ = 0;
};

TEST_F(Launches, OfTwoQueuesWithoutEvents) {
  for (int i = 0; i < kMany; ++i) put(one_), put(two_);
  EXPECT_TRUE(hasRace());
}

TEST_F(Launches, OfAnUnorderedQueueWithoutEvents) {
  for (int i = 0; i < kMany; ++i) put(unordered_);
  EXPECT_TRUE(hasRace());
}

TEST_F(Launches, ThatBothWaitForAThird) {
  const cl_event first = put(one_);
  for (int i = 0; i < kMany; ++i) put(unordered_, {first});
  EXPECT_TRUE(hasRace());
}

TEST_F(Launches, OfOneQueue) {
  put(one_), put(one_);
  EXPECT_FALSE(hasRace());
}

TEST_F(Launches, ThatWaitForEachOther) {
  cl_event last = put(one_);
  last = put(two_, {last});
  last = put(unordered_, {last});
  put(one_, {last});
  EXPECT_FALSE(hasRace());
}

TEST_F(Launches, BehindAnotherCommandThatWaits) {
  const cl_event first = put(one_);
  clEnqueueMarkerWithWaitList(two_, 1, &first, nullptr);
  put(two_);
  EXPECT_FALSE(hasRace());
}

TEST_F(Launches, BehindTheEventOfACopy) {
  put(one_);
  const cl_event copied = copyTo(one_);
  put(two_, {copied});
  EXPECT_FALSE(hasRace());
}

TEST_F(Launches, BehindABarrierAndAMarker) {
  put(unordered_);
  clEnqueueBarrierWithWaitList(unordered_, 0, nullptr, nullptr);
  put(unordered_);
  cl_event marker = nullptr;
  clEnqueueMarkerWithWaitList(unordered_, 0, nullptr, &marker);
  put(two_, {keep(marker)});
  EXPECT_FALSE(hasRace());
}

TEST_F(Launches, ThatTheHostHasWaitedFor) {
  put(one_);
  clFinish(one_);
  const cl_event second = put(two_);
  clWaitForEvents(1, &second);
  put(unordered_);
  EXPECT_FALSE(hasRace());
}

// The one that is enqueued first runs last.
TEST_F(Launches, ThatWaitForTheApplication) {
  const cl_event gate = keep(clCreateUserEvent(context_, nullptr));
  put(one_, {gate});
  put(one_);
  const cl_event other = put(two_);
  clWaitForEvents(1, &other);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_FALSE(hasRace());
}

// The number of a site is one of its program, and both programs have a number 0.
TEST_F(Launches, OfTwoProgramsHaveTheLinesOfBoth) {
  std::string reports;
  cl_context context = clCreateContext(nullptr, 1, &device_, keepReport, &reports, nullptr);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, nullptr);
  const char* sources[] = {
      "#line 1 \"one.cl\"\nkernel void one(global int* a) {\na[get_global_id(0)] = 1; }",
      "#line 5 \"folder/two.cl\"\nkernel void two(global int* a) {\na[get_global_id(0)] = 2; }"};
  cl_command_queue queues[2];
  cl_kernel kernels[2];
  for (int i = 0; i < 2; ++i) {
    queues[i] = clCreateCommandQueueWithProperties(context, device_, nullptr, nullptr);
    cl_program program = clCreateProgramWithSource(context, 1, &sources[i], nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    kernels[i] = clCreateKernel(program, i == 0 ? "one" : "two", nullptr);
    ASSERT_EQ(clSetKernelArg(kernels[i], 0, sizeof buffer, &buffer), CL_SUCCESS);
    clReleaseProgram(program);
  }
  for (int i = 0; i < 2 * kMany; ++i) {
    const size_t size = kBytes / sizeof(cl_int);
    ASSERT_EQ(clEnqueueNDRangeKernel(queues[i % 2], kernels[i % 2], 1, nullptr, &size, nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
  }
  for (cl_command_queue queue : queues) clFinish(queue), clReleaseCommandQueue(queue);
  for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
  clReleaseContext(context);
  EXPECT_NE(reports.find(" by another launch, of kernel '"), reports.npos) << reports;
  EXPECT_NE(reports.find("at one.cl:2:"), reports.npos) << reports;
  EXPECT_NE(reports.find("at two.cl:6:"), reports.npos) << reports;
  // The text was that of another line, or missing.
  EXPECT_NE(reports.find("a[get_global_id(0)] = 1;"), reports.npos) << reports;
  EXPECT_NE(reports.find("a[get_global_id(0)] = 2;"), reports.npos) << reports;
}

void CL_CALLBACK waitFor(void* event) { clWaitForEvents(1, static_cast<cl_event*>(event)); }

TEST_F(Launches, BehindANativeKernelThatWaits) {
  cl_event first = put(one_);
  ASSERT_EQ(clEnqueueNativeKernel(two_, waitFor, &first, sizeof first, 0, nullptr, nullptr, 0,
                                  nullptr, nullptr),
            CL_SUCCESS);
  put(two_);
  EXPECT_FALSE(hasRace());
}

}  // namespace
