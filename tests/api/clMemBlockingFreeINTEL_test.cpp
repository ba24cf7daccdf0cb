// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

struct clMemBlockingFreeINTELTest : UsmTest {
  cl_int free(cl_context context, void* memory) {
    return LW_EXTENSION(clMemBlockingFreeINTEL)(context, memory);
  }
  unsigned char* allocate() {
    return static_cast<unsigned char*>(
        LW_EXTENSION(clHostMemAllocINTEL)(context(), nullptr, 64, 0, nullptr));
  }
};

TEST_F(clMemBlockingFreeINTELTest, takesTheMemoryBack) {
  unsigned char* const memory = allocate();
  ASSERT_EQ(free(context(), memory), CL_SUCCESS);
  EXPECT_EQ(usmInfo<void*>(memory, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
}

TEST_F(clMemBlockingFreeINTELTest, ofNullDoesNothing) {
  EXPECT_EQ(free(context(), nullptr), CL_SUCCESS);
}

TEST_F(clMemBlockingFreeINTELTest, invalidContext) {
  EXPECT_EQ(free(ofOtherType<cl_context>(), sharedUsm(64)), CL_INVALID_CONTEXT);
}

TEST_F(clMemBlockingFreeINTELTest, invalidValueForWhatWasNotAllocated) {
  EXPECT_EQ(free(context(), sharedUsm(64) + 1), CL_INVALID_VALUE);
  EXPECT_EQ(free(otherContext(), sharedUsm(64)), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), this), CL_INVALID_VALUE);
  EXPECT_EQ(free(context(), svm(64)), CL_INVALID_VALUE) << "memory of clSVMAlloc";
}

TEST_F(clMemBlockingFreeINTELTest, waitsForEveryQueueOfTheContext) {
  unsigned char* const memory = allocate();
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
    EXPECT_EQ(free(context(), memory), CL_SUCCESS);
    freed = true;
  });
  std::this_thread::yield();
  EXPECT_FALSE(freed);
  clSetUserEventStatus(gate, CL_COMPLETE);
  thread.join();
  for (const auto& copy : copies) EXPECT_EQ(copy, std::vector<unsigned char>(64, 8));
}
