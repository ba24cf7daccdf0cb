// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_icd 2.0: existing and new objects get the loader's dispatch data.
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"
#include "tests/api/library.h"

#include <CL/cl_icd.h>

using namespace lanewise::test;

namespace {

struct Words {
  void* dispatch;
  void* data;
};
void* dataOf(void* object) { return static_cast<Words*>(object)->data; }

cl_int set(cl_platform_id platform, void* data) {
  return exported<decltype(clIcdSetPlatformDispatchDataKHR)>("clIcdSetPlatformDispatchDataKHR")(
      platform, data);
}

}  // namespace

struct clIcdSetPlatformDispatchDataKHRTest : ApiTest {};

TEST_F(clIcdSetPlatformDispatchDataKHRTest, reachesPlatformDeviceAndNewObjects) {
  void* const loaders = dataOf(platform());
  EXPECT_EQ(dataOf(device()), loaders);
  EXPECT_EQ(dataOf(context()), loaders);
  // Another loader's table with the same functions applies to objects that are created afterwards.
  // (A loader of cl_khr_icd 1.0 has no table and ignores the word.)
  cl_icd_dispatch copy{};
  if (loaders) copy = *static_cast<cl_icd_dispatch*>(loaders);
  void* const anothers = &copy;
  EXPECT_EQ(set(platform(), anothers), CL_SUCCESS);
  EXPECT_EQ(dataOf(platform()), anothers);
  EXPECT_EQ(dataOf(device()), anothers);
  const Buffer buffer = makeBuffer(64);
  EXPECT_EQ(dataOf(static_cast<cl_mem>(buffer)), anothers);
  EXPECT_EQ(set(platform(), loaders), CL_SUCCESS);
}

TEST_F(clIcdSetPlatformDispatchDataKHRTest, invalidPlatform) {
  EXPECT_CONDITION("clIcdSetPlatformDispatchDataKHR/CL_INVALID_PLATFORM/platform-invalid",
                   set(nullptr, nullptr));
  EXPECT_CONDITION("clIcdSetPlatformDispatchDataKHR/CL_INVALID_PLATFORM/platform-invalid",
                   set(ofOtherType<cl_platform_id>(), nullptr));
}
