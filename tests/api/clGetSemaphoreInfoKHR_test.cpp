// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

struct clGetSemaphoreInfoKHRTest : SemaphoreTest {
  decltype(clGetSemaphoreInfoKHR)* info = LW_EXTENSION(clGetSemaphoreInfoKHR);
};

TEST_F(clGetSemaphoreInfoKHRTest, WhatItWasMadeOf) {
  Semaphore owned = make();
  const cl_semaphore_khr semaphore = owned;
  EXPECT_EQ(infoOf<cl_context>(info, semaphore, CL_SEMAPHORE_CONTEXT_KHR), context());
  EXPECT_EQ(infoOf<cl_uint>(info, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(infoOf<cl_semaphore_type_khr>(info, semaphore, CL_SEMAPHORE_TYPE_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  EXPECT_EQ(arrayOf<cl_device_id>(info, semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
            std::vector<cl_device_id>{device()});
  EXPECT_EQ(arrayOf<cl_semaphore_properties_khr>(info, semaphore, CL_SEMAPHORE_PROPERTIES_KHR),
            (SemaphoreProperties{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}));
  EXPECT_EQ(infoOf<cl_bool>(info, semaphore, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_FALSE));
  EXPECT_TRUE(arrayOf<cl_external_semaphore_handle_type_khr>(info, semaphore,
                                                             CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR)
                  .empty());
}

TEST_F(clGetSemaphoreInfoKHRTest, PropertiesWithListsInThem) {
  const auto more = exporting(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR);
  SemaphoreProperties all = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
  all.insert(all.end(), more.begin(), more.end());
  all.push_back(0);
  Semaphore owned = make(more);
  const cl_semaphore_khr semaphore = owned;
  EXPECT_EQ(arrayOf<cl_semaphore_properties_khr>(info, semaphore, CL_SEMAPHORE_PROPERTIES_KHR),
            all);
  EXPECT_EQ(infoOf<cl_bool>(info, semaphore, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_TRUE));
  EXPECT_EQ(arrayOf<cl_external_semaphore_handle_type_khr>(info, semaphore,
                                                           CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR),
            std::vector<cl_external_semaphore_handle_type_khr>{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
}

TEST_F(clGetSemaphoreInfoKHRTest, PayloadUntilAWaitHasRun) {
  Semaphore semaphore = make();
  ASSERT_EQ(signal(queue(), semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
  Event gate = userEvent(context());
  ASSERT_EQ(wait(queue(), semaphore, 1, gate.array()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u) << "enqueued, not run";
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
}
