// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateUserEventTest : ApiTest {};

TEST_F(clCreateUserEventTest, MakesAnEventThatIsNotComplete) {
  cl_int error = 1;
  Event event(clCreateUserEvent(context(), &error));
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, cl_event(event), CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_SUBMITTED);
}

TEST_F(clCreateUserEventTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateUserEvent(wrong, &error), nullptr);
    EXPECT_CONDITION("clCreateUserEvent/CL_INVALID_CONTEXT/context-invalid", error);
  }
}
