// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMemAdviseINTELTest : SvmTest {
  cl_int advise(cl_mem_advice_intel advice) {
    return LW_EXTENSION(clEnqueueMemAdviseINTEL)(queue(), sharedUsm(64), 64, advice, 0, nullptr,
                                                 nullptr);
  }
};

TEST_F(clEnqueueMemAdviseINTELTest, TakesHints) {
  EXPECT_EQ(advise(0), CL_SUCCESS);
  EXPECT_EQ(advise(0x4208), CL_SUCCESS);
  EXPECT_EQ(advise(0x420F), CL_SUCCESS);
}

TEST_F(clEnqueueMemAdviseINTELTest, InvalidValueForWhatIsNoAdvice) {
  for (cl_mem_advice_intel advice : {1u, 0x4207u, 0x4210u})
    EXPECT_CONDITION("clEnqueueMemAdviseINTEL/CL_INVALID_VALUE/advice-not-supported-advice-device",
                     advise(advice))
        << advice;
}
