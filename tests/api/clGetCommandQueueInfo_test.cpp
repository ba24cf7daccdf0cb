// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetCommandQueueInfoTest : ApiTest {};

TEST_F(clGetCommandQueueInfoTest, TellsWhatItWasMadeWith) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  Queue made(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  const cl_command_queue handle = made;
  EXPECT_EQ(infoOf<cl_context>(clGetCommandQueueInfo, handle, CL_QUEUE_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_device_id>(clGetCommandQueueInfo, handle, CL_QUEUE_DEVICE), device());
  EXPECT_EQ(infoOf<cl_command_queue>(clGetCommandQueueInfo, handle, CL_QUEUE_DEVICE_DEFAULT),
            nullptr);
  EXPECT_EQ(arrayOf<cl_queue_properties>(clGetCommandQueueInfo, handle, CL_QUEUE_PROPERTIES_ARRAY),
            std::vector<cl_queue_properties>(std::begin(list), std::end(list)));
  Queue plain(clCreateCommandQueue(context(), device(), 0, nullptr));
  EXPECT_TRUE(arrayOf<cl_queue_properties>(clGetCommandQueueInfo, cl_command_queue(plain),
                                           CL_QUEUE_PROPERTIES_ARRAY)
                  .empty());
}

TEST_F(clGetCommandQueueInfoTest, InvalidCommandQueueForTheSizeOfAQueueOnTheHost) {
  cl_uint size = 0;
  EXPECT_CONDITION("clGetCommandQueueInfo/CL_INVALID_COMMAND_QUEUE/size-of-host-queue",
                   clGetCommandQueueInfo(queue(), CL_QUEUE_SIZE, sizeof size, &size, nullptr));
}
