// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPV_INTEL_device_barrier, whose tokens the grammar does not have: barriers of the scope Device
// and the built-in variable are replaced by calls that the translator knows.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

std::string module(const std::string& capability, const std::string& body) {
  return capability + R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Int64
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k" %valid
    OpName %valid "valid"
    OpDecorate %valid Constant
    )" +
         (capability.empty() ? "OpDecorate %valid BuiltIn GlobalOffset"
                             : "OpDecorate %valid BuiltIn !6186") +
         R"(
    %void = OpTypeVoid
    %bool = OpTypeBool
    %u32 = OpTypeInt 32 0
    %u64 = OpTypeInt 64 0
    %v3 = OpTypeVector %u64 3
    %device = OpConstant %u32 1
    %all = OpConstant %u32 784
    %fn = OpTypeFunction %void
    %pointer = OpTypePointer Input )" +
         (capability.empty() ? "%v3" : "%bool") + R"(
    %valid = OpVariable %pointer Input
    %k = OpFunction %void None %fn
    %label = OpLabel
    )" + body +
         R"(
    OpReturn
    OpFunctionEnd)";
}

constexpr const char* kDeclaration =
    "OpCapability !6185\nOpExtension \"SPV_INTEL_device_barrier\"\n";

std::string admitted(const std::string& text) {
  const auto result = admitText(text);
  return result ? disassembly(result->words) : result.error();
}

TEST(DeviceBarrier, BecomesCallsOfImportedFunctions) {
  const std::string text = module(std::string("OpCapability Linkage\n") + kDeclaration,
                                  "%is = OpLoad %bool %valid\n"
                                  "OpControlBarrier %device %device %all\n"
                                  "OpControlBarrier %device %device %all\n");
  const auto result = admitText(text);
  ASSERT_TRUE(result.has_value()) << result.error();
  const std::string found = disassembly(result->words);
  for (const char* part : {"LinkageAttributes \"lanewise_device_barrier\" Import",
                           "LinkageAttributes \"lanewise_is_concurrent\" Import"})
    EXPECT_NE(found.find(part), found.npos) << part << found;
  size_t calls = 0;
  for (size_t at = 0; (at = found.find("OpFunctionCall", at)) != found.npos; ++at) ++calls;
  EXPECT_EQ(calls, 3u) << found;
  EXPECT_EQ(found.find("OpControlBarrier"), found.npos) << found;
  // The translator knows neither the extension nor the built-in variable.
  for (const char* part : {"SPV_INTEL_device_barrier", "valid"})
    EXPECT_EQ(found.find(part), found.npos) << part << found;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_6).Validate(result->words)) << found;
}

TEST(DeviceBarrier, NeedsItsCapability) {
  const std::string found = admitted(module("", "OpControlBarrier %device %device %all\n"));
  EXPECT_NE(found.find("OpControlBarrier"), found.npos) << found;
  EXPECT_FALSE(admitText(module("", "OpControlBarrier %device %device %all\n")).has_value());
}

}  // namespace
}  // namespace lanewise::test
