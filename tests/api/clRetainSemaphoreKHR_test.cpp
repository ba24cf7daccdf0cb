// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clRetainSemaphoreKHRTest : SemaphoreTest {
  cl_int call(cl_semaphore_khr semaphore) {
    return semaphoreFunction<decltype(clRetainSemaphoreKHR)>("clRetainSemaphoreKHR")(semaphore);
  }
};

TEST_F(clRetainSemaphoreKHRTest, countsUp) {
  Semaphore semaphore = make();
  ASSERT_EQ(call(semaphore), CL_SUCCESS);
  const auto info = semaphoreFunction<decltype(clGetSemaphoreInfoKHR)>("clGetSemaphoreInfoKHR");
  EXPECT_EQ(infoOf<cl_uint>(info, cl_semaphore_khr(semaphore), CL_SEMAPHORE_REFERENCE_COUNT_KHR),
            2u);
  EXPECT_EQ(releaseSemaphore(semaphore), CL_SUCCESS);
}

TEST_F(clRetainSemaphoreKHRTest, invalidSemaphore) {
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    EXPECT_CONDITION("clRetainSemaphoreKHR/CL_INVALID_SEMAPHORE_KHR/sema_object-invalid",
                     call(wrong));
}
