// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clSVMFreeTest : SvmTest {};

TEST_F(clSVMFreeTest, TakesTheMemoryBack) {
  void* const memory = clSVMAlloc(context(), 0, 64, 0);
  ASSERT_TRUE(isSvm(memory));
  clSVMFree(context(), memory);
  EXPECT_FALSE(isSvm(memory));
}

TEST_F(clSVMFreeTest, OfNullDoesNothing) { clSVMFree(context(), nullptr); }

TEST_F(clSVMFreeTest, OfWhatWasNotAllocatedDoesNothing) {
  unsigned char* const memory = svm(64);
  int local = 5;
  clSVMFree(context(), &local);
  clSVMFree(context(), memory + 8);
  EXPECT_TRUE(isSvm(memory));
  EXPECT_EQ(local, 5);
}

TEST_F(clSVMFreeTest, InAnotherContextDoesNothing) {
  unsigned char* const memory = svm(64);
  clSVMFree(otherContext(), memory);
  clSVMFree(nullptr, memory);
  clSVMFree(ofOtherType<cl_context>(), memory);
  EXPECT_TRUE(isSvm(memory));
}

TEST_F(clSVMFreeTest, LeavesUnifiedSharedMemoryToItsOwnCall) {
  unsigned char* const memory = sharedUsm(64);
  clSVMFree(context(), memory);
  memory[0] = 1;
  EXPECT_EQ(LW_EXTENSION(clGetMemAllocInfoINTEL)(context(), memory, CL_MEM_ALLOC_SIZE_INTEL, 0,
                                                 nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(clSVMFreeTest, ByManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, context = context()] {
      for (int i = 0; i < 300; ++i) {
        auto* const memory = static_cast<int*>(clSVMAlloc(context, 0, 64 + i * 16, 0));
        ASSERT_NE(memory, nullptr);
        memory[0] = i;
        clSVMFree(context, memory);
      }
    });
  for (auto& thread : threads) thread.join();
}
