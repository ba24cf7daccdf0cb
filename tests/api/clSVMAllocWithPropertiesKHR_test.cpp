// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clSVMAllocWithPropertiesKHRTest : SvmTest {
  using Properties = std::vector<cl_svm_alloc_properties_khr>;
  cl_svm_alloc_properties_khr handle(const void* object) {
    return reinterpret_cast<cl_svm_alloc_properties_khr>(object);
  }
  /// The error code; frees the allocation at once.
  cl_int code(const Properties& properties, cl_uint type = kShared, size_t sizeBytes = 64) {
    cl_int result = CL_SUCCESS;
    void* const memory = LW_EXTENSION(clSVMAllocWithPropertiesKHR)(context(), properties.data(),
                                                                   type, sizeBytes, &result);
    EXPECT_EQ(memory != nullptr, result == CL_SUCCESS && sizeBytes != 0);
    clSVMFree(context(), memory);
    return result;
  }
};

TEST_F(clSVMAllocWithPropertiesKHRTest, IsMemoryOfEveryType) {
  for (cl_uint type = 0; type < kTypes; ++type) {
    unsigned char* const memory = svmOfType(type, 1000);
    EXPECT_TRUE(isAligned(memory, 128));
    std::memset(memory, 7, 1000);
    EXPECT_EQ(memory[999], 7);
  }
}

TEST_F(clSVMAllocWithPropertiesKHRTest, TakesEveryProperty) {
  EXPECT_EQ(code({0}), CL_SUCCESS);
  for (cl_uint type = 0; type < kTypes; ++type)
    EXPECT_EQ(code({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, handle(device()),
                    CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                    CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR,
                    CL_SVM_ALLOC_ALIGNMENT_KHR, 64, 0},
                   type),
              CL_SUCCESS);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, OfNoBytesIsNull) {
  for (cl_uint type = 0; type < kTypes; ++type)
    EXPECT_EQ(code({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, handle(device()), 0}, type, 0),
              CL_SUCCESS);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidBufferSizeForMoreThanTheDeviceTakes) {
  const auto limit = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for (cl_uint type = 0; type < kTypes; ++type)
    for (const size_t sizeBytes : {size_t(limit) + 1, ~size_t{0} / 2})
      EXPECT_EQ(
          code({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, handle(device()), 0}, type, sizeBytes),
          CL_INVALID_BUFFER_SIZE);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidContext) {
  cl_int result = CL_SUCCESS;
  EXPECT_EQ(LW_EXTENSION(clSVMAllocWithPropertiesKHR)(nullptr, nullptr, 0, 64, &result), nullptr);
  EXPECT_EQ(result, CL_INVALID_CONTEXT);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidPropertyForAnUnknownName) {
  EXPECT_EQ(code({0x7777, 1, 0}), CL_INVALID_PROPERTY);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidPropertyForItsValue) {
  for (size_t alignment : {3, 96, 256})
    EXPECT_EQ(code({CL_SVM_ALLOC_ALIGNMENT_KHR, alignment, 0}), CL_INVALID_PROPERTY) << alignment;
  EXPECT_EQ(code({CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 1 << 4, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(code({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, handle(context()), 0}),
            CL_INVALID_PROPERTY);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidPropertyForANameGivenTwice) {
  EXPECT_EQ(code({CL_SVM_ALLOC_ALIGNMENT_KHR, 8, CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0}),
            CL_INVALID_PROPERTY);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidPropertyForMemoryOfADeviceWithoutOne) {
  EXPECT_EQ(code({0}, kDeviceOwned), CL_INVALID_PROPERTY);
  EXPECT_EQ(code({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0}, kDeviceOwned),
            CL_INVALID_PROPERTY);
}

TEST_F(clSVMAllocWithPropertiesKHRTest, InvalidValueForATypeThatIsNone) {
  EXPECT_EQ(code({0}, kTypes), CL_INVALID_VALUE);
  EXPECT_EQ(code({0}, CL_UINT_MAX), CL_INVALID_VALUE);
}
