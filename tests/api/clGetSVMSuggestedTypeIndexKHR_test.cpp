// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clGetSVMSuggestedTypeIndexKHRTest : SvmTest {
  cl_int code(cl_context context, const cl_svm_alloc_properties_khr* properties, cl_uint* index) {
    return LW_EXTENSION(clGetSVMSuggestedTypeIndexKHR)(context, 0, 0, properties, 0, index);
  }
  cl_uint suggested(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired = 0) {
    cl_uint index = 77;
    EXPECT_EQ(LW_EXTENSION(clGetSVMSuggestedTypeIndexKHR)(context(), required, desired, nullptr,
                                                          1 << 20, &index),
              CL_SUCCESS);
    return index;
  }
};

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, FindsTheTypeThatCan) {
  const auto types = arrayOf<cl_svm_capabilities_khr>(clGetDeviceInfo, device(),
                                                      CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR);
  for (const cl_svm_capabilities_khr required : types) {
    const cl_uint index = suggested(required);
    ASSERT_LT(index, types.size());
    EXPECT_EQ(types[index] & required, required);
  }
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR), cl_uint(kDeviceOwned));
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_HOST_OWNED_KHR), cl_uint(kHostOwned));
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR), cl_uint(kSystem));
}

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, HeedsWhatIsDesired) {
  EXPECT_EQ(suggested(0), cl_uint(kCoarse));
  EXPECT_EQ(suggested(0, CL_SVM_CAPABILITY_HOST_READ_KHR), cl_uint(kFine));
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_HOST_READ_KHR, CL_SVM_CAPABILITY_HOST_OWNED_KHR),
            cl_uint(kHostOwned));
}

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, SaysThatThereIsNone) {
  EXPECT_EQ(suggested(cl_svm_capabilities_khr(1) << 40), CL_UINT_MAX);
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR),
            CL_UINT_MAX);
}

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, InvalidContext) {
  cl_uint index = 0;
  EXPECT_EQ(code(nullptr, nullptr, &index), CL_INVALID_CONTEXT);
}

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, InvalidProperty) {
  cl_uint index = 0;
  const cl_svm_alloc_properties_khr unknown[] = {0x7777, 1, 0};
  const cl_svm_alloc_properties_khr wrong[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 3, 0};
  const cl_svm_alloc_properties_khr twice[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 4,
                                               CL_SVM_ALLOC_ALIGNMENT_KHR, 4, 0};
  for (const auto* list : {unknown, wrong, twice})
    EXPECT_EQ(code(context(), list, &index), CL_INVALID_PROPERTY);
}

TEST_F(clGetSVMSuggestedTypeIndexKHRTest, InvalidValue) {
  EXPECT_EQ(code(context(), nullptr, nullptr), CL_INVALID_VALUE);
}
