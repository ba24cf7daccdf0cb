// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMMapTest : SvmTest {
  cl_int map(void* pointer, size_t sizeBytes = 64, cl_map_flags flags = CL_MAP_READ,
             cl_bool blocking = CL_TRUE) {
    return clEnqueueSVMMap(queue(), blocking, flags, pointer, sizeBytes, 0, nullptr, nullptr);
  }
};

TEST_F(clEnqueueSVMMapTest, waitsForWhatCameBefore) {
  unsigned char* const memory = svm(64);
  const unsigned char value = 9;
  ASSERT_EQ(clEnqueueSVMMemFill(queue(), memory, &value, 1, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(map(memory), CL_SUCCESS);
  EXPECT_EQ(memory[63], 9);
  EXPECT_EQ(clEnqueueSVMUnmap(queue(), memory, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMapTest, takesPartsAndEveryFlag) {
  unsigned char* const memory = svm(64);
  for (cl_map_flags flags :
       {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, 0})
    EXPECT_EQ(map(memory + 8, 8, flags), CL_SUCCESS) << flags;
}

TEST_F(clEnqueueSVMMapTest, takesMemoryOfTheProcess) {
  std::vector<unsigned char> own(64);
  EXPECT_EQ(map(own.data()), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMapTest, isACommand) {
  unsigned char* const memory = svm(64);
  expectACommand(
      [&](cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
        return clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_WRITE, memory, 64, count, waits, event);
      },
      CL_COMMAND_SVM_MAP);
}

TEST_F(clEnqueueSVMMapTest, invalidValueForNoRegion) {
  EXPECT_EQ(map(nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(map(svm(64), 0), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMapTest, invalidValueForTheFlags) {
  unsigned char* const memory = svm(64);
  EXPECT_EQ(map(memory, 64, 1 << 6), CL_INVALID_VALUE);
  EXPECT_EQ(map(memory, 64, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMapTest, invalidValueForATypeThatIsNotMapped) {
  for (cl_uint type : {kDeviceOwned, kHostOwned, kShared})
    EXPECT_EQ(map(svmOfType(type, 64)), CL_INVALID_VALUE) << type;
  for (cl_uint type : {kCoarse, kFine, kSystem})
    EXPECT_EQ(map(svmOfType(type, 64)), CL_SUCCESS) << type;
}

TEST_F(clEnqueueSVMMapTest, execStatusErrorForEventsInWaitList) {
  unsigned char* const memory = svm(64);
  expectErrorForAFailedEvent([&](cl_uint count, const cl_event* waits) {
    return clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ, memory, 64, count, waits, nullptr);
  });
}
