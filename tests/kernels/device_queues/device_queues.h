// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of device queues: queues on the device, and calls of kernels that enqueue others.
#pragma once

#include "device.h"

#include <vector>

namespace kernels {

inline constexpr const char* kLanguages[] = {"-cl-std=CL2.0", "-cl-std=CL3.0"};

/// A queue on the device.
class DeviceQueue {
 public:
  /// `sizeBytes` 0: the device's preferred size.
  explicit DeviceQueue(cl_command_queue_properties more = 0, cl_uint sizeBytes = 0) {
    const cl_queue_properties bits = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    std::vector<cl_queue_properties> properties = {CL_QUEUE_PROPERTIES, bits | more};
    if (sizeBytes) properties.insert(properties.end(), {CL_QUEUE_SIZE, sizeBytes});
    properties.push_back(0);
    cl_int error = CL_SUCCESS;
    TestDevice& device = TestDevice::get();
    queue_ = clCreateCommandQueueWithProperties(device.context(), device.id(), properties.data(),
                                                &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  DeviceQueue(const DeviceQueue&) = delete;
  ~DeviceQueue() {
    if (queue_) clReleaseCommandQueue(queue_);
  }
  cl_command_queue get() const { return queue_; }

 private:
  cl_command_queue queue_ = nullptr;
};

/// runSource(source, options, "kernel", range, arguments...)
template <class... Arguments>
void runSource(const std::string& source, const std::string& options, const std::string& name,
               const Range& range, const Arguments&... arguments) {
  KernelCall call(TestDevice::get().sourceProgram(source, options), options, name);
  (call.add(arguments), ...);
  call.run(range);
}

/// The status of a launch, which may fail. `name` has a buffer and the queue as arguments.
inline cl_int statusOf(const std::string& source, const std::string& name, size_t items,
                       cl_mem buffer, const DeviceQueue& queue) {
  const cl_kernel kernel =
      clCreateKernel(TestDevice::get().sourceProgram(source, kLanguages[1]), name.c_str(), nullptr);
  EXPECT_TRUE(kernel);
  const cl_command_queue handle = queue.get();
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof handle, &handle), CL_SUCCESS);
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(TestDevice::get().queue(), kernel, 1, nullptr, &items, nullptr,
                                   0, nullptr, &event),
            CL_SUCCESS);
  clWaitForEvents(1, &event);
  cl_int status = CL_COMPLETE;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  return status;
}

}  // namespace kernels
