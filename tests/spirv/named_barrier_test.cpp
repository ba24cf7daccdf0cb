// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named barriers are replaced by calls that the translator knows, and rejected where they are more
// than values.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

KernelText withBarrier(const std::string& types, const std::string& body) {
  return {.capabilities = "OpCapability NamedBarrier\n",
          .types = "%barrier = OpTypeNamedBarrier\n" + types,
          .body = body};
}

std::string moduleOf(const KernelText& text) {
  const auto admitted = admitText(text.text());
  return admitted ? disassembly(admitted->words) : admitted.error();
}

TEST(NamedBarrier, BecomesCallsOfImportedFunctions) {
  const std::string module = moduleOf(withBarrier("%scope = OpConstant %i32 2\n",
                                                  "%b = OpNamedBarrierInitialize %barrier %one\n"
                                                  "OpMemoryNamedBarrier %b %scope %zero\n"));
  EXPECT_EQ(module.find("NamedBarrier"), module.npos) << module;
  for (const char* part :
       {"LinkageAttributes \"lanewise_named_barrier_initialize\" Import",
        "LinkageAttributes \"lanewise_named_barrier_wait\" Import", "OpTypePointer Workgroup"})
    EXPECT_NE(module.find(part), module.npos) << part << module;
  size_t calls = 0;
  for (size_t at = 0; (at = module.find("OpFunctionCall", at)) != module.npos; ++at) ++calls;
  EXPECT_EQ(calls, 2u);
}

TEST(NamedBarrier, MayBeATypeThatNothingUses) {
  EXPECT_EQ(moduleOf(withBarrier("", "")).find("NamedBarrier"), std::string::npos);
}

// NamedBarrier includes Kernel. The legalized module had neither.
TEST(NamedBarrier, MayBeTheOnlyCapabilityThatIncludesKernel) {
  std::string text = withBarrier("", "").text();
  const std::string kernel = "OpCapability Kernel\n";
  ASSERT_NE(text.find(kernel), text.npos) << text;
  text.erase(text.find(kernel), kernel.size());
  const auto admitted = admitText(text);
  ASSERT_TRUE(admitted.has_value()) << admitted.error();
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_6).Validate(admitted->words))
      << disassembly(admitted->words);
}

TEST(NamedBarrier, NeedsItsCapability) {
  KernelText text = withBarrier("", "");
  text.capabilities = "";
  EXPECT_NE(moduleOf(text).find("requires one of these capabilities: NamedBarrier"),
            std::string::npos)
      << moduleOf(text);
}

TEST(NamedBarrier, IsRejectedInCompositesAndOtherMemory) {
  EXPECT_NE(moduleOf(withBarrier("%struct = OpTypeStruct %barrier\n", ""))
                .find("a named barrier is part of a composite type"),
            std::string::npos);
  EXPECT_NE(moduleOf(withBarrier("%array = OpTypeArray %barrier %one\n", ""))
                .find("a named barrier is part of a composite type"),
            std::string::npos);
  EXPECT_NE(moduleOf(withBarrier("%p = OpTypePointer CrossWorkgroup %barrier\n", ""))
                .find("a named barrier is in other memory than private memory"),
            std::string::npos);
}

TEST(NamedBarrier, IsRejectedAsAnArgumentOfAKernel) {
  KernelText text = withBarrier("%other = OpTypeFunction %void %barrier\n", "");
  text.functions =
      "%argument = OpFunction %void None %other\n%x = OpFunctionParameter %barrier\n"
      "%entry2 = OpLabel\nOpReturn\nOpFunctionEnd\n";
  text.entryPoints += "OpEntryPoint Kernel %argument \"argument\"\n";
  EXPECT_NE(moduleOf(text).find("a named barrier is an argument of a kernel"), std::string::npos)
      << moduleOf(text);
}

TEST(NamedBarrier, NamesOfTheFunctionsAreReserved) {
  for (const char* name : {"lanewise_named_barrier_initialize", "lanewise_named_barrier_wait"}) {
    KernelText kernel = withBarrier("", "");
    kernel.entryPoints += "OpEntryPoint Kernel %k \"" + std::string(name) + "\"\n";
    EXPECT_NE(moduleOf(kernel).find("is reserved"), std::string::npos) << moduleOf(kernel);
    KernelText function = withBarrier("", "%r = OpFunctionCall %void %f\n");
    function.capabilities += "OpCapability Linkage\n";
    function.declarations +=
        "OpDecorate %f LinkageAttributes \"" + std::string(name) + "\" Export\n";
    function.functions +=
        "%f = OpFunction %void None %other\n%entry2 = OpLabel\nOpReturn\nOpFunctionEnd\n";
    function.types += "%other = OpTypeFunction %void\n";
    EXPECT_NE(moduleOf(function).find("is reserved"), std::string::npos) << moduleOf(function);
  }
}

TEST(NamedBarrier, CountHas32Bits) {
  const std::string result = moduleOf(
      withBarrier("%wide = OpConstant %i64 2\n", "%b = OpNamedBarrierInitialize %barrier %wide\n"));
  EXPECT_EQ(result.find("OpFunctionCall"), result.npos) << result;
}

}  // namespace
}  // namespace lanewise::test
