// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clCreateBufferWithPropertiesTest : ApiTest {
  Buffer make(const cl_mem_properties* properties, cl_int& code) {
    return Buffer(clCreateBufferWithProperties(context(), properties, 0, 64, nullptr, &code));
  }
};

TEST_F(clCreateBufferWithPropertiesTest, tellsPropertiesAsGiven) {
  cl_int code = 0;
  const cl_mem_properties none[] = {0};
  Buffer empty = make(none, code), absent = make(nullptr, code);
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(arrayOf<cl_mem_properties>(clGetMemObjectInfo, empty, CL_MEM_PROPERTIES),
            std::vector<cl_mem_properties>{0});
  EXPECT_TRUE(arrayOf<cl_mem_properties>(clGetMemObjectInfo, absent, CL_MEM_PROPERTIES).empty());
}

TEST_F(clCreateBufferWithPropertiesTest, invalidPropertyForAnUnknownName) {
  cl_int code = 0;
  const cl_mem_properties list[] = {0x7777, 1, 0};
  EXPECT_EQ(make(list, code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(clCreateBufferWithPropertiesTest, invalidContext) {
  cl_int code = 0;
  EXPECT_EQ(clCreateBufferWithProperties(ofOtherType<cl_context>(), nullptr, 0, 64, nullptr, &code),
            nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

TEST_F(clCreateBufferWithPropertiesTest, invalidBufferSize) {
  cl_int code = 0;
  EXPECT_EQ(clCreateBufferWithProperties(context(), nullptr, 0, 0, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
}
