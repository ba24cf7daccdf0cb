// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueMemcpyINTELTest : SvmTest {
  cl_int copy(void* target, const void* source, size_t sizeBytes) {
    return LW_EXTENSION(clEnqueueMemcpyINTEL)(queue(), CL_TRUE, target, source, sizeBytes, 0,
                                              nullptr, nullptr);
  }
};

TEST_F(clEnqueueMemcpyINTELTest, copiesBetweenHostAndUsm) {
  const auto source = counted(1000);
  unsigned char* const memory = sharedUsm(1000);
  std::vector<unsigned char> target(1000);
  ASSERT_EQ(copy(memory, source.data(), 1000), CL_SUCCESS);
  ASSERT_EQ(copy(target.data(), memory, 1000), CL_SUCCESS);
  EXPECT_EQ(target, source);
  EXPECT_EQ(copy(target.data(), memory, 0), CL_SUCCESS);
}

TEST_F(clEnqueueMemcpyINTELTest, isACommand) {
  unsigned char* const memory = sharedUsm(64);
  expectACommand(
      [&](cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
        return LW_EXTENSION(clEnqueueMemcpyINTEL)(queue, CL_FALSE, memory, memory + 32, 32, count,
                                                  waits, event);
      },
      CL_COMMAND_MEMCPY_INTEL);
}

TEST_F(clEnqueueMemcpyINTELTest, invalidValueForNull) {
  unsigned char* const memory = sharedUsm(64);
  for (size_t sizeBytes : {0, 8}) {
    EXPECT_EQ(copy(nullptr, memory, sizeBytes), CL_INVALID_VALUE);
    EXPECT_EQ(copy(memory, nullptr, sizeBytes), CL_INVALID_VALUE);
  }
}

TEST_F(clEnqueueMemcpyINTELTest, memCopyOverlap) {
  unsigned char* const memory = sharedUsm(64);
  EXPECT_EQ(copy(memory, memory + 31, 32), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(memory + 31, memory, 32), CL_MEM_COPY_OVERLAP);
}

TEST_F(clEnqueueMemcpyINTELTest, execStatusErrorForEventsInWaitList) {
  unsigned char* const memory = sharedUsm(64);
  expectErrorForAFailedEvent([&](cl_uint count, const cl_event* waits) {
    return LW_EXTENSION(clEnqueueMemcpyINTEL)(queue(), CL_TRUE, memory, memory + 32, 32, count,
                                              waits, nullptr);
  });
}
