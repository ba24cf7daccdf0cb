// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of command buffers share: the extension's functions by name, command buffers with
// something in them, and the errors that every recording call has. A test gives one function that
// makes the call with everything else right.
#pragma once

#include "tests/api/conditions/conditions.h"
#include "tests/api/enqueue_fixture.h"
#include "tests/api/program_fixture.h"

#include "runtime/base/cl_names.h"

namespace lanewise::test {

inline cl_int CL_API_CALL releaseCommandBuffer(cl_command_buffer_khr handle) {
  return extensionFunction<decltype(clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR")(
      handle);
}
using CommandBuffer = Owned<cl_command_buffer_khr, releaseCommandBuffer>;

/// The arguments that all recording calls have.
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
    CommandBuffer made(extensionFunction<decltype(clCreateCommandBufferKHR)>(
        "clCreateCommandBufferKHR")(1, &queue, properties, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_command_buffer_khr released() { return make(); }

  cl_int finalize(cl_command_buffer_khr buffer) {
    return extensionFunction<decltype(clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR")(
        buffer);
  }
  cl_int enqueue(cl_command_buffer_khr buffer, cl_event* event = nullptr) {
    return extensionFunction<decltype(clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR")(
        0, nullptr, buffer, 0, nullptr, event);
  }
  cl_command_buffer_state_khr state(cl_command_buffer_khr buffer) {
    return infoOf<cl_command_buffer_state_khr>(
        extensionFunction<decltype(clGetCommandBufferInfoKHR)>("clGetCommandBufferInfoKHR"), buffer,
        CL_COMMAND_BUFFER_STATE_KHR);
  }
  cl_int barrier(const RecordCall& call) {
    return extensionFunction<decltype(clCommandBarrierWithWaitListKHR)>(
        "clCommandBarrierWithWaitListKHR")(call.buffer, call.queue, call.properties, call.count,
                                           call.waits, call.point, call.handle);
  }
  cl_int fillBuffer(const RecordCall& call, cl_mem buffer, cl_int value, size_t offset,
                    size_t sizeBytes) {
    return extensionFunction<decltype(clCommandFillBufferKHR)>("clCommandFillBufferKHR")(
        call.buffer, call.queue, call.properties, buffer, &value, sizeof value, offset, sizeBytes,
        call.count, call.waits, call.point, call.handle);
  }
  cl_int launch(const RecordCall& call, cl_kernel kernel, size_t global, const size_t* local,
                const size_t* offset = nullptr) {
    return extensionFunction<decltype(clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR")(
        call.buffer, call.queue, call.properties, kernel, 1, offset, &global, local, call.count,
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
  Event userEvent(cl_context context) {
    cl_int error = CL_SUCCESS;
    Event made(clCreateUserEvent(context, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  // call(RecordCall) -> error code, in each of these.
  template <class Call>
  void expectInvalidCommandBuffer(Call call) {
    expectNamed("CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
                CL_INVALID_COMMAND_BUFFER_KHR, call(RecordCall{}));
    expectNamed("CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
                CL_INVALID_COMMAND_BUFFER_KHR,
                call(RecordCall{.buffer = ofOtherType<cl_command_buffer_khr>()}));
    expectNamed("CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
                CL_INVALID_COMMAND_BUFFER_KHR, call(RecordCall{.buffer = released()}));
  }
  template <class Call>
  void expectInvalidCommandQueue(Call call) {
    CommandBuffer buffer = make();
    expectNamed("CL_INVALID_COMMAND_QUEUE/queue-given", CL_INVALID_COMMAND_QUEUE,
                call(RecordCall{.buffer = buffer, .queue = queue()}));
  }
  template <class Call>
  void expectInvalidOperationOnceFinalized(Call call) {
    CommandBuffer buffer = make();
    ASSERT_EQ(finalize(buffer), CL_SUCCESS);
    expectNamed("CL_INVALID_OPERATION/finalized", CL_INVALID_OPERATION,
                call(RecordCall{.buffer = buffer}));
  }
  template <class Call>
  void expectInvalidSyncPointWaitList(Call call) {
    CommandBuffer buffer = make();
    cl_sync_point_khr point = 0;
    ASSERT_EQ(barrier({.buffer = buffer, .point = &point}), CL_SUCCESS);
    const cl_sync_point_khr zero = 0, later = point + 1;
    expectNamed("CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/list-and-count-disagree",
                CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                call(RecordCall{.buffer = buffer, .count = 1}));
    expectNamed("CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/list-and-count-disagree",
                CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                call(RecordCall{.buffer = buffer, .waits = &point}));
    expectNamed("CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/invalid-sync-point",
                CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                call(RecordCall{.buffer = buffer, .count = 1, .waits = &zero}));
    expectNamed("CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/invalid-sync-point",
                CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                call(RecordCall{.buffer = buffer, .count = 1, .waits = &later}));
  }
  template <class Call>
  void expectInvalidValueForProperties(Call call) {
    CommandBuffer buffer = make();
    const cl_command_properties_khr unknown[] = {0xabcd, 1, 0};
    expectNamed("CL_INVALID_VALUE/properties-invalid", CL_INVALID_VALUE,
                call(RecordCall{.buffer = buffer, .properties = unknown}));
  }
  template <class Call>
  void expectInvalidValueForAHandle(Call call) {
    CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
    cl_mutable_command_khr handle = nullptr;
    expectNamed("CL_INVALID_VALUE/handle-given", CL_INVALID_VALUE,
                call(RecordCall{.buffer = buffer, .handle = &handle}));
  }
};

}  // namespace lanewise::test
