// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetCommandQueueInfoTest : ApiTest {};

TEST_F(clGetCommandQueueInfoTest, invalidCommandQueue) {
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    EXPECT_EQ(clGetCommandQueueInfo(wrong, CL_QUEUE_CONTEXT, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clGetCommandQueueInfoTest, tellsWhatItWasMadeWith) {
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

TEST_F(clGetCommandQueueInfoTest, invalidCommandQueueForTheSizeOfAQueueOnTheHost) {
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue(), CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clGetCommandQueueInfoTest, invalidValue) {
  cl_uint small = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue(), CL_QUEUE_CONTEXT, sizeof small, &small, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue(), 0x7777, 0, nullptr, nullptr), CL_INVALID_VALUE);
}
