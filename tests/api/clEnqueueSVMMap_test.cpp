// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMMapTest : SvmTest {
  cl_int map(void* pointer, size_t sizeBytes = 64, cl_map_flags flags = CL_MAP_READ,
             cl_bool blocking = CL_TRUE) {
    return clEnqueueSVMMap(queue(), blocking, flags, pointer, sizeBytes, 0, nullptr, nullptr);
  }
};

TEST_F(clEnqueueSVMMapTest, WaitsForWhatCameBefore) {
  unsigned char* const memory = svm(64);
  const unsigned char value = 9;
  ASSERT_EQ(clEnqueueSVMMemFill(queue(), memory, &value, 1, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(map(memory), CL_SUCCESS);
  EXPECT_EQ(memory[63], 9);
  EXPECT_EQ(clEnqueueSVMUnmap(queue(), memory, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMapTest, TakesPartsAndEveryFlag) {
  unsigned char* const memory = svm(64);
  for (cl_map_flags flags :
       {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, 0})
    EXPECT_EQ(map(memory + 8, 8, flags), CL_SUCCESS) << flags;
}

TEST_F(clEnqueueSVMMapTest, TakesMemoryOfTheProcess) {
  std::vector<unsigned char> own(64);
  EXPECT_EQ(map(own.data()), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMapTest, InvalidValueForNoRegion) {
  EXPECT_CONDITION("clEnqueueSVMMap/CL_INVALID_VALUE/svm_ptr-null", map(nullptr));
  EXPECT_CONDITION("clEnqueueSVMMap/CL_INVALID_VALUE/size-zero", map(svm(64), 0));
}

TEST_F(clEnqueueSVMMapTest, InvalidValueForTheFlags) {
  unsigned char* const memory = svm(64);
  EXPECT_CONDITION("clEnqueueSVMMap/CL_INVALID_VALUE/map_flags-invalid", map(memory, 64, 1 << 6));
  EXPECT_CONDITION("clEnqueueSVMMap/CL_INVALID_VALUE/map_flags-invalid",
                   map(memory, 64, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION));
}

TEST_F(clEnqueueSVMMapTest, InvalidValueForATypeThatIsNotMapped) {
  for (cl_uint type : {kDeviceOwned, kHostOwned, kShared})
    EXPECT_EQ(map(svmOfType(type, 64)), CL_INVALID_VALUE) << type;
  for (cl_uint type : {kCoarse, kFine, kSystem})
    EXPECT_EQ(map(svmOfType(type, 64)), CL_SUCCESS) << type;
}
