// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clMemBlockingFreeINTELTest : UsmTest {};

TEST_F(clMemBlockingFreeINTELTest, WaitsForEveryQueueOfTheContext) {
  auto* const memory = static_cast<unsigned char*>(
      LW_EXTENSION(clHostMemAllocINTEL)(context(), nullptr, 64, 0, nullptr));
  Queue outOfOrder = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Queue released = makeQueue(context());
  std::vector<unsigned char> copies[3];
  const cl_command_queue queues[] = {queue(), outOfOrder, released};
  const Event gate = userEvent(context());
  std::memset(memory, 8, 64);
  for (int i = 0; i < 3; ++i) {
    copies[i].resize(64);
    ASSERT_EQ(LW_EXTENSION(clEnqueueMemcpyINTEL)(queues[i], CL_FALSE, copies[i].data(), memory, 64,
                                                 1, gate.array(), nullptr),
              CL_SUCCESS);
  }
  released.reset();
  std::atomic<bool> freed{false};
  std::thread thread([&] {
    EXPECT_EQ(LW_EXTENSION(clMemBlockingFreeINTEL)(context(), memory), CL_SUCCESS);
    freed = true;
  });
  std::this_thread::yield();
  EXPECT_FALSE(freed);
  clSetUserEventStatus(gate, CL_COMPLETE);
  thread.join();
  for (const auto& copy : copies) EXPECT_EQ(copy, std::vector<unsigned char>(64, 8));
}
