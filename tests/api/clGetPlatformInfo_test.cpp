// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/cl_names.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetPlatformInfoTest : ApiTest {
  std::string text(cl_platform_info name) { return textOf(clGetPlatformInfo, platform(), name); }
};

TEST_F(clGetPlatformInfoTest, SaysWhoWeAre) {
  EXPECT_EQ(text(CL_PLATFORM_NAME), "Lanewise");
  EXPECT_EQ(text(CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_FALSE(text(CL_PLATFORM_VENDOR).empty());
  EXPECT_EQ(text(CL_PLATFORM_ICD_SUFFIX_KHR), "LANEWISE");
}

TEST_F(clGetPlatformInfoTest, VersionAndNumericVersionAgree) {
  const auto version =
      infoOf<cl_version>(clGetPlatformInfo, platform(), CL_PLATFORM_NUMERIC_VERSION);
  const std::string prefix = "OpenCL " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
                             std::to_string(CL_VERSION_MINOR(version)) + " ";
  EXPECT_EQ(text(CL_PLATFORM_VERSION).substr(0, prefix.size()), prefix);
}

TEST_F(clGetPlatformInfoTest, ExtensionsAndExtensionsWithVersionAgree) {
  std::string names;
  for (const auto& row :
       arrayOf<cl_name_version>(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION))
    names += (names.empty() ? "" : " ") + std::string(row.name);
  EXPECT_EQ(text(CL_PLATFORM_EXTENSIONS), names);
  EXPECT_NE(names.find("cl_khr_icd"), names.npos);
}

TEST_F(clGetPlatformInfoTest, ReportsWhatAllItsDevicesHave) {
  EXPECT_EQ(text(CL_PLATFORM_EXTENSIONS), textOf(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS));
}

TEST_F(clGetPlatformInfoTest, TheLibraryIsNotToBeUnloaded) {
  EXPECT_NE(text(CL_PLATFORM_EXTENSIONS).find("cl_khr_icd_unloadable"), std::string::npos);
  EXPECT_EQ(infoOf<cl_bool>(clGetPlatformInfo, platform(), CL_PLATFORM_UNLOADABLE_KHR),
            cl_bool{CL_FALSE});
}

TEST_F(clGetPlatformInfoTest, HasAHostTimer) {
  EXPECT_GT(infoOf<cl_ulong>(clGetPlatformInfo, platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION), 0u);
}
