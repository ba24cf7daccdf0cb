// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateCommandQueueWithPropertiesKHRTest : ApiTest {};

TEST_F(clCreateCommandQueueWithPropertiesKHRTest, MakesAQueueAndRefusesAnUnknownProperty) {
  auto* create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(),
                                               "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_NE(create, nullptr);
  cl_int error = 1;
  Queue made(create(context(), device(), nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  const cl_queue_properties unknown[] = {0x7777, 1, 0};
  EXPECT_EQ(create(context(), device(), unknown, &error), nullptr);
  EXPECT_CONDITION("clCreateCommandQueueWithPropertiesKHR/CL_INVALID_VALUE/properties-invalid",
                   error);
  const cl_queue_properties tooLarge[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE,
      CL_QUEUE_SIZE, cl_queue_properties(1) << 40, 0};
  EXPECT_EQ(create(context(), device(), tooLarge, &error), nullptr);
  EXPECT_CONDITION(
      "clCreateCommandQueueWithPropertiesKHR/CL_INVALID_QUEUE_PROPERTIES/properties-unsupported",
      error);
}
