// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clGetSVMPointerInfoKHRTest : SvmTest {
  std::vector<cl_svm_capabilities_khr> types() {
    return arrayOf<cl_svm_capabilities_khr>(clGetDeviceInfo, device(),
                                            CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR);
  }
  std::vector<cl_svm_alloc_properties_khr> properties(const void* pointer) {
    const auto query = [&](const void* at, cl_uint name, size_t sizeBytes, void* value,
                           size_t* sizeRet) {
      return LW_EXTENSION(clGetSVMPointerInfoKHR)(context(), nullptr, at, name, sizeBytes, value,
                                                  sizeRet);
    };
    return arrayOf<cl_svm_alloc_properties_khr>(query, pointer, CL_SVM_INFO_PROPERTIES_KHR);
  }
};

TEST_F(clGetSVMPointerInfoKHRTest, TellsAnAllocationFromAnyPointerInIt) {
  for (cl_uint type = 0; type < kTypes; ++type) {
    unsigned char* const memory = svmOfType(type, 100);
    for (const unsigned char* pointer : {memory, memory + 99}) {
      EXPECT_EQ(pointerInfo<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR), type);
      EXPECT_EQ(pointerInfo<cl_svm_capabilities_khr>(pointer, CL_SVM_INFO_CAPABILITIES_KHR),
                types()[type]);
      EXPECT_EQ(pointerInfo<void*>(pointer, CL_SVM_INFO_BASE_PTR_KHR), memory);
      EXPECT_EQ(pointerInfo<size_t>(pointer, CL_SVM_INFO_SIZE_KHR), 100u);
      EXPECT_EQ(pointerInfo<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR),
                type == kDeviceOwned ? device() : nullptr);
    }
    EXPECT_FALSE(isSvm(memory + 100));
    EXPECT_FALSE(isSvm(memory - 1));
  }
}

TEST_F(clGetSVMPointerInfoKHRTest, TellsPropertiesAsGiven) {
  const std::vector<cl_svm_alloc_properties_khr> list = {CL_SVM_ALLOC_ALIGNMENT_KHR, 16,
                                                         CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                                         CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR, 0};
  void* const memory =
      LW_EXTENSION(clSVMAllocWithPropertiesKHR)(context(), list.data(), kShared, 8, nullptr);
  EXPECT_EQ(properties(memory), list);
  EXPECT_EQ(pointerInfo<cl_svm_alloc_access_flags_khr>(memory, CL_SVM_INFO_ACCESS_FLAGS_KHR),
            cl_bitfield(CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR));
  clSVMFree(context(), memory);
  EXPECT_TRUE(properties(svmOfType(kShared, 8)).empty());
  EXPECT_TRUE(properties(svm(8)).empty());
}

TEST_F(clGetSVMPointerInfoKHRTest, TellsWhatClSVMAllocMade) {
  EXPECT_EQ(pointerInfo<cl_uint>(svm(8), CL_SVM_INFO_TYPE_INDEX_KHR), cl_uint(kCoarse));
  EXPECT_EQ(pointerInfo<cl_uint>(svm(8, CL_MEM_SVM_FINE_GRAIN_BUFFER), CL_SVM_INFO_TYPE_INDEX_KHR),
            cl_uint(kFine));
}

TEST_F(clGetSVMPointerInfoKHRTest, KnowsNothingOfOtherMemory) {
  for (const void* pointer : {static_cast<const void*>(this), static_cast<const void*>(nullptr),
                              static_cast<const void*>(sharedUsm(64))}) {
    EXPECT_EQ(pointerInfo<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR), CL_UINT_MAX);
    EXPECT_EQ(pointerInfo<cl_svm_capabilities_khr>(pointer, CL_SVM_INFO_CAPABILITIES_KHR), 0u);
    EXPECT_TRUE(properties(pointer).empty());
    EXPECT_EQ(pointerInfo<cl_bitfield>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR), 0u);
    EXPECT_EQ(pointerInfo<void*>(pointer, CL_SVM_INFO_BASE_PTR_KHR), nullptr);
    EXPECT_EQ(pointerInfo<size_t>(pointer, CL_SVM_INFO_SIZE_KHR), 0u);
    EXPECT_EQ(pointerInfo<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR),
              nullptr);
  }
}

TEST_F(clGetSVMPointerInfoKHRTest, InvalidDevice) {
  const auto code = [&](cl_device_id device) {
    return LW_EXTENSION(clGetSVMPointerInfoKHR)(context(), device, this, CL_SVM_INFO_SIZE_KHR, 0,
                                                nullptr, nullptr);
  };
  EXPECT_EQ(code(device()), CL_SUCCESS);
  EXPECT_EQ(code(ofOtherType<cl_device_id>()), CL_INVALID_DEVICE);
}
