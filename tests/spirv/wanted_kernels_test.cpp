// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a request for the launches of one kernel, the other kernels of the module are removed before
// validation, with what only they reach.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

CompileRequest requestFor(const std::string& kernel) {
  CompileRequest request;
  request.kinds.emplace_back().kernel = kernel;
  return request;
}

/// Kernels k and g: `body` is in k, `other` in g. A function of %plain has no arguments.
KernelText twoKernels(const std::string& body, const std::string& other) {
  return {.types = "%plain = OpTypeFunction %void\n",
          .body = body,
          .functions =
              "%g = OpFunction %void None %type\n%gdata = OpFunctionParameter %pointer\n"
              "%ge = OpLabel\n" +
              other + "OpReturn\nOpFunctionEnd\n",
          .entryPoints =
              "OpEntryPoint Kernel %k \"k\"\nOpEntryPoint Kernel %g \"g\"\n"
              "OpExecutionMode %k LocalSize 4 1 1\nOpExecutionMode %g LocalSize 8 1 1\n"};
}

std::vector<std::string> namesIn(const Admitted& admitted) {
  std::vector<std::string> names;
  for (const KernelMetadata& kernel : admitted.kernels) names.push_back(kernel.name);
  return names;
}

using Names = std::vector<std::string>;

// 112 kernels were validated and translated for the launches of one: 97 of 118 ms.
TEST(WantedKernels, OthersAreRemovedWithWhatOnlyTheyReach) {
  KernelText text = twoKernels("", "%c = OpFunctionCall %void %helper\n");
  text.functions +=
      "%helper = OpFunction %void None %plain\n%he = OpLabel\nOpReturn\nOpFunctionEnd\n";
  text.declarations = "OpName %helper \"helper\"\n";
  const auto admitted = admitText(text.text(), requestFor("k"));
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(namesIn(*admitted), Names{"k"});
  EXPECT_EQ(admitted->kernels[0].requiredLocalSize[0], 4u);
  const std::string words = disassembly(admitted->words);
  EXPECT_EQ(words.find("LocalSize 8"), words.npos) << words;
  EXPECT_EQ(words.find("helper"), words.npos) << words;
}

TEST(WantedKernels, OneThatAnotherCallsStaysAsAFunction) {
  const KernelText text = twoKernels("%c = OpFunctionCall %void %g %data\n", "");
  const auto admitted = admitText(text.text(), requestFor("k"));
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(namesIn(*admitted), Names{"k"});
  EXPECT_NE(disassembly(admitted->words).find("OpFunctionCall"), std::string::npos);
}

TEST(WantedKernels, AFunctionOfTwoEntryPointsKeepsItsModes) {
  KernelText text = twoKernels("", "");
  text.entryPoints =
      "OpEntryPoint Kernel %k \"a\"\nOpEntryPoint Kernel %k \"b\"\n"
      "OpExecutionMode %k LocalSize 4 1 1\n";
  const auto admitted = admitText(text.text(), requestFor("b"));
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(namesIn(*admitted), Names{"b"});
  EXPECT_EQ(admitted->kernels[0].requiredLocalSize[0], 4u);
}

TEST(WantedKernels, AllStayIfThereIsNoneOfTheName) {
  const auto admitted = admitText(twoKernels("", "").text(), requestFor("other"));
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(namesIn(*admitted), (Names{"k", "g"}));
}

TEST(WantedKernels, AModuleWithoutTheKernelKeepsItsFunctions) {
  CompileRequest request = requestFor("k");
  KernelText helper;
  helper.entryPoints =
      "OpEntryPoint Kernel %k \"other\"\n"
      "OpDecorate %f LinkageAttributes \"f\" Export\n";
  helper.types = "%plain = OpTypeFunction %void\n";
  helper.capabilities = "OpCapability Linkage\n";
  helper.functions = "%f = OpFunction %void None %plain\n%fe = OpLabel\nOpReturn\nOpFunctionEnd\n";
  KernelText user = {.body = "%c = OpFunctionCall %void %f\n"};
  user.capabilities = helper.capabilities;
  user.declarations = "OpDecorate %f LinkageAttributes \"f\" Import\n";
  user.types = helper.types + "%f = OpFunction %void None %plain\nOpFunctionEnd\n";
  request.modules = {assemble(user.text()), assemble(helper.text())};
  const auto admitted = admitRequest(request);
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(namesIn(*admitted), Names{"k"});
  EXPECT_NE(disassembly(admitted->words).find("OpFunctionCall"), std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
