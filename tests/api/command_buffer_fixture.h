// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for command buffers: command buffers with commands in them. record_commands_test.cpp
// tests the errors that all recording calls share.
#pragma once

#include "tests/api/extension_objects.h"
#include "tests/api/program_fixture.h"

namespace lanewise::test {

/// The arguments that all recording calls share.
struct RecordCall {
  cl_command_buffer_khr buffer = nullptr;
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr* properties = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr* waits = nullptr;
  cl_sync_point_khr* point = nullptr;
  cl_mutable_command_khr* handle = nullptr;
};

class CommandBufferTest : public ProgramTest {
 protected:
  CommandBuffer make(cl_command_buffer_flags_khr flags = 0) { return makeOn(queue(), flags); }
  CommandBuffer makeOn(cl_command_queue queue, cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = CL_SUCCESS;
    CommandBuffer made(LW_EXTENSION(clCreateCommandBufferKHR)(1, &queue, properties, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  CommandBuffer makeOn(const std::vector<cl_command_queue>& queues,
                       cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = CL_SUCCESS;
    CommandBuffer made(LW_EXTENSION(clCreateCommandBufferKHR)(cl_uint(queues.size()), queues.data(),
                                                              properties, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_command_buffer_khr released() { return make(); }

  cl_int finalize(cl_command_buffer_khr buffer) {
    return LW_EXTENSION(clFinalizeCommandBufferKHR)(buffer);
  }
  cl_int enqueue(cl_command_buffer_khr buffer, cl_event* event = nullptr) {
    return LW_EXTENSION(clEnqueueCommandBufferKHR)(0, nullptr, buffer, 0, nullptr, event);
  }
  cl_command_buffer_state_khr state(cl_command_buffer_khr buffer) {
    return infoOf<cl_command_buffer_state_khr>(LW_EXTENSION(clGetCommandBufferInfoKHR), buffer,
                                               CL_COMMAND_BUFFER_STATE_KHR);
  }
  cl_int barrier(const RecordCall& call) {
    return LW_EXTENSION(clCommandBarrierWithWaitListKHR)(
        call.buffer, call.queue, call.properties, call.count, call.waits, call.point, call.handle);
  }
  cl_int fillBuffer(const RecordCall& call, cl_mem buffer, cl_int value, size_t offset,
                    size_t sizeBytes) {
    return LW_EXTENSION(clCommandFillBufferKHR)(call.buffer, call.queue, call.properties, buffer,
                                                &value, sizeof value, offset, sizeBytes, call.count,
                                                call.waits, call.point, call.handle);
  }
  cl_int launch(const RecordCall& call, cl_kernel kernel, size_t global, const size_t* local,
                const size_t* offset = nullptr) {
    return LW_EXTENSION(clCommandNDRangeKernelKHR)(call.buffer, call.queue, call.properties, kernel,
                                                   1, offset, &global, local, call.count,
                                                   call.waits, call.point, call.handle);
  }
  /// The kernel `fill` with `out` and `value` set.
  OwnedKernel fill(cl_mem out, cl_int value) {
    OwnedKernel made = makeKernel("fill");
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof value, &value), CL_SUCCESS);
    return made;
  }
  std::vector<cl_int> ints(cl_mem buffer) {
    const auto bytes = contents(buffer);
    std::vector<cl_int> values(bytes.size() / sizeof(cl_int));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(cl_int));
    return values;
  }
};

}  // namespace lanewise::test
