// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

#include <future>

using namespace lanewise::test;

struct clEnqueueSVMFreeTest : SvmTest {
  struct Seen {
    cl_command_queue queue = nullptr;
    std::vector<void*> pointers;
    std::thread::id thread;
    static void CL_CALLBACK note(cl_command_queue queue, cl_uint count, void* pointers[],
                                 void* user) {
      auto& seen = *static_cast<Seen*>(user);
      seen.queue = queue;
      seen.pointers.assign(pointers, pointers + count);
      seen.thread = std::this_thread::get_id();
    }
  };
};

TEST_F(clEnqueueSVMFreeTest, FreesInItsTurn) {
  void* memory[] = {clSVMAlloc(context(), 0, 64, 0), nullptr, clSVMAlloc(context(), 0, 64, 0)};
  void* const first = memory[0];
  const Event gate = userEvent(context());
  ASSERT_EQ(clEnqueueSVMFree(queue(), 3, memory, nullptr, nullptr, 1, gate.array(), nullptr),
            CL_SUCCESS);
  clFlush(queue());
  EXPECT_TRUE(isSvm(first));
  void* const last = memory[2];
  memory[0] = memory[2] = nullptr;  // the list may be destroyed at once
  clSetUserEventStatus(gate, CL_COMPLETE);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_FALSE(isSvm(first));
  EXPECT_FALSE(isSvm(last));
}

TEST_F(clEnqueueSVMFreeTest, LeavesToTheCallbackWhatItIsFor) {
  void* memory[] = {svm(64), this};
  Seen seen;
  ASSERT_EQ(clEnqueueSVMFree(queue(), 2, memory, Seen::note, &seen, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(seen.queue, queue());
  EXPECT_EQ(seen.pointers, (std::vector<void*>{memory[0], this}));
  EXPECT_TRUE(isSvm(memory[0]));
}

TEST_F(clEnqueueSVMFreeTest, CallsBackFromAThreadOfOurs) {
  void* memory[] = {svm(64)};
  Seen seen;
  ASSERT_EQ(clEnqueueSVMFree(queue(), 1, memory, Seen::note, &seen, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_NE(seen.thread, std::this_thread::get_id());
}

TEST_F(clEnqueueSVMFreeTest, TheCallbackMayFree) {
  void* memory[] = {clSVMAlloc(context(), 0, 64, 0)};
  const auto free = [](cl_command_queue queue, cl_uint, void* pointers[], void*) {
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    clSVMFree(context, pointers[0]);
  };
  ASSERT_EQ(clEnqueueSVMFree(queue(), 1, memory, free, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_FALSE(isSvm(memory[0]));
}

TEST_F(clEnqueueSVMFreeTest, OfNothingIsACommandToo) {
  EXPECT_EQ(clEnqueueSVMFree(queue(), 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(clEnqueueSVMFreeTest, InvalidValue) {
  void* memory[] = {nullptr};
  const std::string condition =
      "clEnqueueSVMFree/CL_INVALID_VALUE/num_svm_pointers-0-svm_pointers-non-null-svm_pointers";
  EXPECT_CONDITION(condition,
                   clEnqueueSVMFree(queue(), 0, memory, nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_CONDITION(condition,
                   clEnqueueSVMFree(queue(), 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
}
