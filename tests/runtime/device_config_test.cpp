// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How LANEWISE_DEVICE becomes limits: keys, presets, and warnings about what has no effect.
#include "runtime/device/device_config.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewise;

namespace {

struct Parsed {
  DeviceConfig config;
  std::string warnings;
};
Parsed parse(std::string_view text) {
  Parsed parsed;
  parsed.config = parseDeviceConfig(text, parsed.warnings);
  return parsed;
}

bool lacks(const DeviceConfig& config, std::string_view name) {
  const std::vector<std::string> without = config.limits().without;
  return std::ranges::find(without, name) != without.end();
}

}  // namespace

TEST(DeviceConfigTest, WithoutKeysNothingIsLimited) {
  for (const char* text : {"", ",", " , "}) {
    const auto [config, warnings] = parse(text);
    EXPECT_EQ(warnings, "");
    EXPECT_EQ(config.localBytes, 512u << 10);
    EXPECT_EQ(config.groupItems, 8192u);
    EXPECT_EQ(config.limits(), DeviceLimits());
    EXPECT_EQ(config.because(DeviceKey::fp64), "");
    EXPECT_EQ(config.noteForBuilds(true), "");
  }
}

TEST(DeviceConfigTest, EachFormOfAValueIsRead) {
  const auto [config, warnings] = parse(
      " local_memory = 48K, group_size=0x100,allocation=1g,fp64=no,version=2.0,"
      "sub_group=32+16,without=cl_khr_fp16+cl_khr_icd,name=A small one,vendor_id=0x10de");
  EXPECT_EQ(warnings, "");
  EXPECT_EQ(config.localBytes, 48u << 10);
  EXPECT_EQ(config.groupItems, 256u);
  EXPECT_EQ(config.allocationBytes, 1u << 30);
  EXPECT_FALSE(config.fp64);
  EXPECT_EQ(config.version, CL_MAKE_VERSION(2, 0, 0));
  EXPECT_EQ(config.subGroupSizes, (std::vector<uint32_t>{32, 16}));
  EXPECT_EQ(config.without, (std::vector<std::string>{"cl_khr_fp16", "cl_khr_icd"}));
  EXPECT_EQ(config.name, "A small one");
  EXPECT_EQ(config.vendorId, 0x10deu);
}

struct Bad {
  const char* text;
  const char* warning;
};
class DeviceConfigBadInput : public testing::TestWithParam<Bad> {};

TEST_P(DeviceConfigBadInput, IsNamedAndHasNoEffect) {
  const auto [config, warnings] = parse(GetParam().text);
  EXPECT_TRUE(warnings.starts_with("lanewise: LANEWISE_DEVICE: ")) << warnings;
  EXPECT_NE(warnings.find(GetParam().warning), warnings.npos) << warnings;
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 1);
  EXPECT_EQ(config.limits(), DeviceLimits());
  EXPECT_EQ(config.localBytes, DeviceConfig().localBytes);
  EXPECT_EQ(config.groupItems, DeviceConfig().groupItems);
  EXPECT_EQ(config.version, DeviceConfig().version);
  EXPECT_EQ(config.origins, DeviceConfig().origins);
}

INSTANTIATE_TEST_SUITE_P(
    , DeviceConfigBadInput,
    testing::Values(
        Bad{"memory=1G",
            "unknown key 'memory', which has no effect; known: preset, local_memory, "},
        Bad{"=5", "unknown key ''"}, Bad{"preset=geforce", "unknown preset 'geforce'"},
        Bad{"preset", "unknown preset ''"},
        Bad{"local_memory=1", "'1', which is not a size from 1K to 512K; it has no effect"},
        Bad{"local_memory=513K", "'513K', which is not a size from 1K to 512K"},
        Bad{"local_memory=", "'', which is not a size"},
        Bad{"local_memory=4Q", "'4Q', which is not a size"},
        Bad{"global_memory=99999999999999999999G", "which is not a size"},
        Bad{"group_size=0", "which is not a number from 1 to 8192"},
        Bad{"group_size=-1", "which is not a number"},
        Bad{"group_size=8193", "which is not a number"}, Bad{"fp64=maybe", "which is not 0 or 1"},
        Bad{"version=1.0", "which is not one of 1.2, 2.0, 2.1, 2.2, 3.0, 3.1"},
        Bad{"sub_group=12", "which is not a list like 16+32 of 1, 4, 8, 16, 32, 64"},
        Bad{"sub_group=", "which is not a list"}, Bad{"sub_group=16+", "has the value '16+'"},
        Bad{"without=cl_khr_fp17", "has the value 'cl_khr_fp17', which is not a list"},
        Bad{"vendor_id=0x100000000", "which is not a number from 1 to 4294967295"},
        Bad{"name=", "which is not a text"}));

TEST(DeviceConfigTest, AWrongValueLeavesThatOfThePreset) {
  const auto [config, warnings] = parse("preset=apple-m1,group_size=many,local_memory=16K");
  EXPECT_NE(warnings.find("group_size has the value 'many'"), warnings.npos) << warnings;
  EXPECT_EQ(config.groupItems, 256u);
  EXPECT_EQ(config.localBytes, 16u << 10);
  EXPECT_EQ(config.because(DeviceKey::groupItems),
            " (LANEWISE_DEVICE: group_size=256 of the preset apple-m1)");
  EXPECT_EQ(config.because(DeviceKey::localBytes), " (LANEWISE_DEVICE: local_memory=16K)");
}

TEST(DeviceConfigTest, AnEmptyTextDoesNotRemoveThatOfThePreset) {
  const auto [config, warnings] = parse("preset=apple-m1,name=");
  EXPECT_NE(warnings.find("name has the value ''"), warnings.npos) << warnings;
  EXPECT_EQ(config.name, "Apple M1 (Lanewise)");
  EXPECT_EQ(parse("platform_name=Small,platform_name=").config.platformName, "Small");
  EXPECT_EQ(parse("build_options=-Dx,build_options=").config.buildOptions, "-Dx");
}

TEST(DeviceConfigTest, BuildOptionsWithoutEffectAreNotInTheNoteForBuilds) {
  const DeviceConfig config = parse("fp64=0,build_options=-cl-std=CL9").config;
  EXPECT_EQ(config.noteForBuilds(true),
            "note: LANEWISE_DEVICE limits the device: fp64=0, build_options=-cl-std=CL9\n");
  EXPECT_EQ(config.noteForBuilds(false), "note: LANEWISE_DEVICE limits the device: fp64=0\n");
  EXPECT_EQ(parse("build_options=-cl-std=CL9").config.noteForBuilds(false), "");
}

TEST(DeviceConfigTest, KeysHoldWhereverThePresetStands) {
  EXPECT_EQ(parse("group_size=64,preset=apple-m1").config.groupItems, 64u);
  EXPECT_TRUE(parse("preset=apple-m1,fp64=1").config.fp64);
}

TEST(DeviceConfigTest, EveryPresetIsValid) {
#define DEVICE_PRESET(name, keys)                              \
  {                                                            \
    const auto [config, warnings] = parse("preset=" #name);    \
    EXPECT_EQ(warnings, "") << #name;                          \
    EXPECT_EQ(config.preset, #name);                           \
    EXPECT_TRUE(config.isSet(DeviceKey::localBytes)) << #name; \
    EXPECT_TRUE(config.isSet(DeviceKey::groupItems)) << #name; \
    EXPECT_FALSE(config.subGroupSizes.empty()) << #name;       \
  }
#include "runtime/device/device_presets.def"
}

TEST(DeviceConfigTest, WhatAFlagImpliesIsLackingToo) {
  EXPECT_TRUE(lacks(parse("fp64=0").config, "cl_khr_fp64"));
  EXPECT_TRUE(lacks(parse("fp64=0").config, "__opencl_c_fp64"));
  EXPECT_TRUE(lacks(parse("fp64=0").config, "__opencl_c_ext_fp64_local_atomic_add"));
  EXPECT_FALSE(lacks(parse("fp64=0").config, "cl_khr_fp16"));
  EXPECT_TRUE(lacks(parse("images=0").config, "cl_khr_mipmap_image_writes"));
  EXPECT_TRUE(lacks(parse("svm=0").config, "cl_khr_unified_svm"));
  EXPECT_TRUE(lacks(parse("version=1.2").config, "__opencl_c_generic_address_space"));
  EXPECT_FALSE(lacks(parse("version=2.0").config, "__opencl_c_generic_address_space"));
}

TEST(DeviceConfigTest, AHiddenExtensionIsAFlagOfItsOwn) {
  const DeviceConfig config = parse("without=cl_khr_fp64+__opencl_c_images").config;
  EXPECT_FALSE(config.fp64);
  EXPECT_FALSE(config.images);
  EXPECT_TRUE(lacks(config, "__opencl_c_fp64"));
  EXPECT_TRUE(lacks(config, "cl_khr_depth_images"));
  EXPECT_EQ(config.because(DeviceKey::fp64), " (LANEWISE_DEVICE: fp64=0)");
}

TEST(DeviceConfigTest, AnAllocationCannotExceedTheMemory) {
  const auto [config, warnings] = parse("global_memory=64M,allocation=128M");
  EXPECT_NE(warnings.find("allocation=128M is more than global_memory=64M"), warnings.npos);
  EXPECT_EQ(config.allocationBytes, 64u << 20);
}
