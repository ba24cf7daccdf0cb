// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clEnqueueSVMUnmapTest : SvmTest {};

TEST_F(clEnqueueSVMUnmapTest, EndsAMap) {
  unsigned char* const memory = svm(64);
  ASSERT_EQ(clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_WRITE, memory, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  memory[0] = 3;
  EXPECT_EQ(clEnqueueSVMUnmap(queue(), memory, 0, nullptr, nullptr), CL_SUCCESS);
  unsigned char value = 0;
  ASSERT_EQ(clEnqueueSVMMemcpy(queue(), CL_TRUE, &value, memory, 1, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, 3);
}

TEST_F(clEnqueueSVMUnmapTest, InvalidValueForNull) {
  EXPECT_CONDITION("clEnqueueSVMUnmap/CL_INVALID_VALUE/svm_ptr-null",
                   clEnqueueSVMUnmap(queue(), nullptr, 0, nullptr, nullptr));
}

TEST_F(clEnqueueSVMUnmapTest, InvalidValueForATypeThatIsNotMapped) {
  EXPECT_EQ(clEnqueueSVMUnmap(queue(), svmOfType(kShared, 64), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}
