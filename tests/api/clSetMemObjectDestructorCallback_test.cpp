// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clSetMemObjectDestructorCallbackTest : ApiTest {
  struct Call {
    std::string* order;
    char letter;
    static void CL_CALLBACK run(cl_mem, void* user) {
      const Call& call = *static_cast<Call*>(user);
      call.order->push_back(call.letter);
    }
  };
  std::string order;
  Call first{&order, '1'}, second{&order, '2'};
};

TEST_F(clSetMemObjectDestructorCallbackTest, runsLastFirstWhenTheObjectGoes) {
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, Call::run, &first), CL_SUCCESS);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, Call::run, &second), CL_SUCCESS);
  EXPECT_EQ(order, "");
  buffer.reset();
  EXPECT_EQ(order, "21");
}

TEST_F(clSetMemObjectDestructorCallbackTest, hostMemoryIsStillInUseUntilThen) {
  alignas(128) unsigned char bytes[64] = {};
  Buffer parent = makeBuffer(64, CL_MEM_USE_HOST_PTR, bytes);
  ASSERT_EQ(clSetMemObjectDestructorCallback(parent, Call::run, &first), CL_SUCCESS);
  const cl_buffer_region region{0, 64};
  Buffer part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  parent.reset();
  EXPECT_EQ(order, "") << "the sub-buffer still uses the bytes";
  part.reset();
  EXPECT_EQ(order, "1");
}

TEST_F(clSetMemObjectDestructorCallbackTest, invalidMemObject) {
  EXPECT_CONDITION("clSetMemObjectDestructorCallback/CL_INVALID_MEM_OBJECT/memobj-invalid",
                   clSetMemObjectDestructorCallback(ofOtherType<cl_mem>(), Call::run, &first));
}

TEST_F(clSetMemObjectDestructorCallbackTest, invalidValueForNoFunction) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clSetMemObjectDestructorCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
}
