// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clEnqueueUnmapMemObjectTest : ApiTest {
  void* map(cl_mem buffer) {
    cl_int code = CL_SUCCESS;
    void* mapped = clEnqueueMapBuffer(queue(), buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                      nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    return mapped;
  }
};

TEST_F(clEnqueueUnmapMemObjectTest, UndoesOneMapEach) {
  Buffer buffer = makeBuffer(64);
  void* const first = map(buffer);
  void* const second = map(buffer);
  const auto count = [&] { return infoOf<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); };
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, first, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), buffer, second, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(count(), 0u);
}

TEST_F(clEnqueueUnmapMemObjectTest, InvalidValueForWhatIsNotMapped) {
  Buffer buffer = makeBuffer(64);
  const auto unmap = [&](void* pointer) {
    return clEnqueueUnmapMemObject(queue(), buffer, pointer, 0, nullptr, nullptr);
  };
  EXPECT_CONDITION("clEnqueueUnmapMemObject/CL_INVALID_VALUE/mapped_ptr-invalid", unmap(this));
  EXPECT_CONDITION("clEnqueueUnmapMemObject/CL_INVALID_VALUE/mapped_ptr-invalid", unmap(nullptr));
  void* const mapped = map(buffer);
  EXPECT_EQ(unmap(mapped), CL_SUCCESS);
  EXPECT_CONDITION("clEnqueueUnmapMemObject/CL_INVALID_VALUE/mapped_ptr-invalid", unmap(mapped))
      << "unmapped twice";
}
