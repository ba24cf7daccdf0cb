// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clMemFreeINTELTest : UsmTest {
  cl_int free(cl_context context, void* memory) {
    return LW_EXTENSION(clMemFreeINTEL)(context, memory);
  }
  unsigned char* allocate() {
    return static_cast<unsigned char*>(
        LW_EXTENSION(clHostMemAllocINTEL)(context(), nullptr, 64, 0, nullptr));
  }
};

TEST_F(clMemFreeINTELTest, takesTheMemoryBack) {
  unsigned char* const memory = allocate();
  ASSERT_EQ(free(context(), memory), CL_SUCCESS);
  EXPECT_EQ(usmInfo<void*>(memory, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
}

TEST_F(clMemFreeINTELTest, ofNullDoesNothing) { EXPECT_EQ(free(context(), nullptr), CL_SUCCESS); }

TEST_F(clMemFreeINTELTest, invalidContext) {
  EXPECT_EQ(free(ofOtherType<cl_context>(), sharedUsm(64)), CL_INVALID_CONTEXT);
}

TEST_F(clMemFreeINTELTest, invalidValueForWhatWasNotAllocated) {
  EXPECT_EQ(free(context(), sharedUsm(64) + 1), CL_INVALID_VALUE);
  EXPECT_EQ(free(otherContext(), sharedUsm(64)), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), this), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), svm(64)), CL_INVALID_VALUE) << "memory of clSVMAlloc";
}
