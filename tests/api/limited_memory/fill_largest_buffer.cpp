// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the largest buffer that the device offers, fills it, and reads its last bytes.
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct LimitedMemory : ApiTest {};

TEST_F(LimitedMemory, TheLargestBufferIsTakenAndFilled) {
  const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto all = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_SIZE);
  ASSERT_LE(all, cl_ulong(512) << 20) << "the limit of the control group is not seen";
  EXPECT_EQ(most, all / 4 * 3);
  Buffer buffer = makeBuffer(most);
  const cl_uint pattern = 0x01020304;
  ASSERT_EQ(
      clEnqueueFillBuffer(queue(), buffer, &pattern, sizeof pattern, 0, most, 0, nullptr, nullptr),
      CL_SUCCESS);
  cl_uint last = 0;
  ASSERT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, most - 4, 4, &last, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(last, pattern);
}
