// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clSVMFreeWithPropertiesKHRTest : SvmTest {
  cl_int free(cl_context context, void* memory, cl_svm_free_flags_khr flags = 0,
              const cl_svm_free_properties_khr* properties = nullptr) {
    return LW_EXTENSION(clSVMFreeWithPropertiesKHR)(context, properties, flags, memory);
  }
};

TEST_F(clSVMFreeWithPropertiesKHRTest, TakesTheMemoryBack) {
  const cl_svm_free_properties_khr none[] = {0};
  void* const memory = clSVMAlloc(context(), 0, 64, 0);
  EXPECT_EQ(free(context(), memory, 0, none), CL_SUCCESS);
  EXPECT_FALSE(isSvm(memory));
}

TEST_F(clSVMFreeWithPropertiesKHRTest, OfNullDoesNothing) {
  EXPECT_EQ(free(context(), nullptr), CL_SUCCESS);
}

TEST_F(clSVMFreeWithPropertiesKHRTest, InvalidContext) {
  EXPECT_EQ(free(ofOtherType<cl_context>(), svm(64)), CL_INVALID_CONTEXT);
}

TEST_F(clSVMFreeWithPropertiesKHRTest, InvalidProperty) {
  const cl_svm_free_properties_khr unknown[] = {0x7777, 1, 0};
  EXPECT_EQ(free(context(), svm(64), 0, unknown), CL_INVALID_PROPERTY);
}

TEST_F(clSVMFreeWithPropertiesKHRTest, InvalidValueForFlags) {
  EXPECT_EQ(free(context(), svm(64), 1), CL_INVALID_VALUE);
}

TEST_F(clSVMFreeWithPropertiesKHRTest, InvalidValueForWhatWasNotAllocated) {
  EXPECT_EQ(free(context(), svm(64) + 1), CL_INVALID_VALUE);
  EXPECT_EQ(free(otherContext(), svm(64)), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), this), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), sharedUsm(64)), CL_INVALID_VALUE);
}
