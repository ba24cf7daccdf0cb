// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of shared virtual memory share: allocations that go with the test, the functions
// of extensions by name, and the errors that every command on a pointer has.
#pragma once

#include "runtime/base/svm_names.h"
#include "tests/api/enqueue_fixture.h"

#include <atomic>
#include <cstring>
#include <thread>

namespace lanewise::test {

// A function of an extension, as applications find it: LW_EXTENSION(clMemFreeINTEL)(context, p).
#define LW_EXTENSION(function) (lanewise::test::extensionFunction<decltype(::function)>(#function))

/// Indices of CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, as the device lists them.
enum SvmTypeIndex : cl_uint { kCoarse, kFine, kDeviceOwned, kHostOwned, kShared, kSystem, kTypes };

class SvmTest : public EnqueueTest {
 protected:
  ~SvmTest() {
    // Commands may still use it.
    clFinish(queue());
    for (void* memory : svm_) clSVMFree(context(), memory);
    for (void* memory : usm_) LW_EXTENSION(clMemFreeINTEL)(context(), memory);
  }
  /// Freed after the test.
  unsigned char* svm(size_t sizeBytes, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    void* const memory = clSVMAlloc(context(), flags, sizeBytes, 0);
    EXPECT_NE(memory, nullptr);
    svm_.push_back(memory);
    return static_cast<unsigned char*>(memory);
  }
  unsigned char* svmOfType(cl_uint type, size_t sizeBytes) {
    const cl_svm_alloc_properties_khr ofDevice[] = {
        CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
        reinterpret_cast<cl_svm_alloc_properties_khr>(device()), 0};
    cl_int code = CL_SUCCESS;
    void* const memory = LW_EXTENSION(clSVMAllocWithPropertiesKHR)(
        context(), type == kDeviceOwned ? ofDevice : nullptr, type, sizeBytes, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    svm_.push_back(memory);
    return static_cast<unsigned char*>(memory);
  }
  unsigned char* sharedUsm(size_t sizeBytes) {
    cl_int code = CL_SUCCESS;
    void* const memory =
        LW_EXTENSION(clSharedMemAllocINTEL)(context(), device(), nullptr, sizeBytes, 0, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    usm_.push_back(memory);
    return static_cast<unsigned char*>(memory);
  }
  template <class T>
  T pointerInfo(const void* pointer, cl_svm_pointer_info_khr name) {
    T value{};
    size_t sizeBytes = 0;
    EXPECT_EQ(LW_EXTENSION(clGetSVMPointerInfoKHR)(context(), nullptr, pointer, name, sizeof value,
                                                   &value, &sizeBytes),
              CL_SUCCESS);
    EXPECT_EQ(sizeBytes, sizeof value);
    return value;
  }
  /// Whether the runtime knows the pointer as SVM.
  bool isSvm(const void* pointer) {
    return pointerInfo<void*>(pointer, CL_SVM_INFO_BASE_PTR_KHR) != nullptr;
  }
  static bool isAligned(const void* pointer, size_t alignBytes) {
    return reinterpret_cast<uintptr_t>(pointer) % alignBytes == 0;
  }

  /// call(queue, count, wait list, event) -> error code, all else right: the errors of the queue
  /// and of the wait list, the type of the command, and that it waits for its events.
  template <class Call>
  void expectACommand(Call call, cl_command_type type) {
    expectInvalidCommandQueue(
        [&](cl_command_queue wrong) { return call(wrong, 0u, nullptr, nullptr); });
    expectInvalidEventWaitList(
        [&](cl_uint count, const cl_event* waits) { return call(queue(), count, waits, nullptr); });
    expectInvalidContextForEvents(
        [&](cl_uint count, const cl_event* waits) { return call(queue(), count, waits, nullptr); });
    const Event gate = userEvent(context());
    cl_event event = nullptr;
    ASSERT_EQ(call(queue(), 1u, gate.array(), &event), CL_SUCCESS);
    const Event made(event);
    EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE), type);
    clFlush(queue());
    EXPECT_GT(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_COMPLETE);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  }
  /// call(count, wait list) -> error code of a blocking call.
  template <class Call>
  void expectErrorForAFailedEvent(Call call) {
    const Event failed = userEvent(context());
    clSetUserEventStatus(failed, -5);
    EXPECT_EQ(call(1u, failed.array()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }

 private:
  std::vector<void*> svm_, usm_;
};

}  // namespace lanewise::test
