// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of the shared fixture.
#include "tests/api/fixture.h"

#include <array>
#include <future>

namespace lanewise::test {

cl_platform_id lanewisePlatform() {
  std::array<cl_platform_id, 64> platforms{};
  cl_uint count = 0;
  if (clGetPlatformIDs(platforms.size(), platforms.data(), &count) != CL_SUCCESS) count = 0;
  for (cl_uint index = 0; index < count && index < platforms.size(); ++index) {
    char name[64] = {};
    clGetPlatformInfo(platforms[index], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (std::string(name) == "Lanewise") return platforms[index];
  }
  ADD_FAILURE() << "no platform named Lanewise; is OCL_ICD_VENDORS set?";
  return nullptr;
}

cl_device_id ApiTest::device() {
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 1, &device, nullptr), CL_SUCCESS);
  return device;
}

Context ApiTest::makeContext() {
  cl_int error = CL_SUCCESS;
  const cl_device_id only = device();
  Context made(clCreateContext(nullptr, 1, &only, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

Queue ApiTest::makeQueue(cl_context context, cl_command_queue_properties properties) {
  cl_int error = CL_SUCCESS;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  Queue made(clCreateCommandQueueWithProperties(context, device(), list, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

Event ApiTest::userEvent(cl_context context) {
  cl_int error = CL_SUCCESS;
  Event made(clCreateUserEvent(context, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

void ApiTest::waitForCallbacks() {
  const Event last = userEvent(context());
  std::promise<void> reached;
  const auto reach = [](cl_event, cl_int, void* user) {
    static_cast<std::promise<void>*>(user)->set_value();
  };
  EXPECT_EQ(clSetEventCallback(last, CL_COMPLETE, reach, &reached), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(last, CL_COMPLETE), CL_SUCCESS);
  reached.get_future().wait();
}

Buffer ApiTest::makeBuffer(size_t sizeBytes, cl_mem_flags flags, void* hostPointer) {
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateBuffer(context(), flags, sizeBytes, hostPointer, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

cl_context ApiTest::context() {
  if (!context_) context_ = makeContext();
  return context_;
}
cl_context ApiTest::otherContext() {
  if (!otherContext_) otherContext_ = makeContext();
  return otherContext_;
}
cl_context ApiTest::contextOfTwo() {
  const cl_device_id two[] = {device(), part()};
  if (!contextOfTwo_)
    contextOfTwo_ = Context(clCreateContext(nullptr, 2, two, nullptr, nullptr, nullptr));
  EXPECT_NE(contextOfTwo_, nullptr);
  return contextOfTwo_;
}
cl_device_id ApiTest::part() {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id made = nullptr;
  if (!part_ && clCreateSubDevices(device(), one, 1, &made, nullptr) == CL_SUCCESS)
    part_ = SubDevice(made);
  return part_;
}
cl_command_queue ApiTest::queue() {
  if (!queue_) queue_ = makeQueue(context());
  return queue_;
}
cl_command_queue ApiTest::otherQueue() {
  if (!otherQueue_) otherQueue_ = makeQueue(otherContext());
  return otherQueue_;
}

std::vector<unsigned char> ApiTest::counted(size_t sizeBytes) {
  std::vector<unsigned char> bytes(sizeBytes);
  for (size_t index = 0; index < sizeBytes; ++index) bytes[index] = index % 251;
  return bytes;
}

std::vector<unsigned char> ApiTest::contents(cl_mem buffer) {
  std::vector<unsigned char> bytes(infoOf<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE));
  EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  return bytes;
}

cl_context ApiTest::releasedContext() {
  cl_context handle = makeContext();
  return handle;
}
cl_mem ApiTest::releasedBuffer() {
  cl_mem handle = makeBuffer(64);
  return handle;
}
cl_command_queue ApiTest::releasedQueue() {
  cl_command_queue handle = makeQueue(context());
  return handle;
}

}  // namespace lanewise::test
