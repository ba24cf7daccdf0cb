// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMemAdviseINTELTest : SvmTest {
  cl_int advise(cl_mem_advice_intel advice) {
    return LW_EXTENSION(clEnqueueMemAdviseINTEL)(queue(), sharedUsm(64), 64, advice, 0, nullptr,
                                                 nullptr);
  }
};

TEST_F(clEnqueueMemAdviseINTELTest, takesHints) {
  EXPECT_EQ(advise(0), CL_SUCCESS);
  EXPECT_EQ(advise(0x4208), CL_SUCCESS);
  EXPECT_EQ(advise(0x420F), CL_SUCCESS);
}

TEST_F(clEnqueueMemAdviseINTELTest, isACommand) {
  unsigned char* const memory = sharedUsm(64);
  expectACommand(
      [&](cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
        return LW_EXTENSION(clEnqueueMemAdviseINTEL)(queue, memory, 64, 0, count, waits, event);
      },
      CL_COMMAND_MEMADVISE_INTEL);
}

TEST_F(clEnqueueMemAdviseINTELTest, invalidValueForWhatIsNoAdvice) {
  for (cl_mem_advice_intel advice : {1u, 0x4207u, 0x4210u})
    EXPECT_EQ(advise(advice), CL_INVALID_VALUE) << advice;
}
