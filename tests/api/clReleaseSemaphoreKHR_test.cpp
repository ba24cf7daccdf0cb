// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clReleaseSemaphoreKHRTest : SemaphoreTest {};

TEST_F(clReleaseSemaphoreKHRTest, EnqueuedCommandsKeepIt) {
  Semaphore semaphore = make();
  Event gate = userEvent(context());
  ASSERT_EQ(signal(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  ASSERT_EQ(wait(queue(), semaphore), CL_SUCCESS);
  semaphore.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}
