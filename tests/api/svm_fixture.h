// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for shared virtual memory: allocations that are freed after the test, and queries of
// pointers.
#pragma once

#include "runtime/base/svm_names.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <atomic>
#include <cstring>
#include <thread>

namespace lanewise::test {

/// Indices of CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, as the device lists them.
enum SvmTypeIndex : cl_uint { kCoarse, kFine, kDeviceOwned, kHostOwned, kShared, kSystem, kTypes };

class SvmTest : public ApiTest {
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
  /// True if the runtime knows the pointer as SVM.
  bool isSvm(const void* pointer) {
    return pointerInfo<void*>(pointer, CL_SVM_INFO_BASE_PTR_KHR) != nullptr;
  }
  static bool isAligned(const void* pointer, size_t alignBytes) {
    return reinterpret_cast<uintptr_t>(pointer) % alignBytes == 0;
  }

 private:
  std::vector<void*> svm_, usm_;
};

}  // namespace lanewise::test
