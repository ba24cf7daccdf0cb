// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules as old translators wrote them: one test for each row of module_repairs.def. What else is
// wrong with a module is still an error.
#include <algorithm>

#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

struct Repaired {
  std::string text;     // of the admitted module
  std::string remarks;  // with the instructions that they are about
};

/// The parts of a module text come in the order of KernelText.
Repaired repaired(const KernelText& kernel, spv_target_env environment = SPV_ENV_UNIVERSAL_1_0) {
  const auto admitted = admitBytes(assemble(kernel.text(), environment));
  if (!admitted) return {.text = admitted.error(), .remarks = "not admitted"};
  Repaired result{.text = disassembly(admitted->words), .remarks = ""};
  for (const Diagnostic& remark : admitted->remarks) {
    EXPECT_EQ(remark.kind, DiagnosticKind::Remark);
    EXPECT_NE(remark.module.wordOffset, 0u);
    result.remarks += remark.module.instruction + ": " + remark.text + "\n";
  }
  return result;
}

size_t countOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Repairs, ValidModulesHaveNone) { EXPECT_EQ(repaired({}).remarks, ""); }

TEST(Repairs, ComparisonsOfPointers) {
  for (const char* opcode : {"OpIEqual", "OpINotEqual", "OpULessThan", "OpUGreaterThanEqual"}) {
    const Repaired one =
        repaired({.types = "%null = OpConstantNull %pointer\n",
                  .body = "%same = " + std::string(opcode) +
                          " %bool %data %null\n"
                          "%number = OpSelect %i32 %same %one %zero\nOpStore %data %number\n"});
    EXPECT_EQ(one.remarks.find(opcode), 0u) << one.remarks;
    EXPECT_NE(one.remarks.find("repaired: comparisons of pointers, by their addresses (llvm-spirv"),
              std::string::npos)
        << one.remarks;
    EXPECT_EQ(countOf(one.text, "OpConvertPtrToU %ulong"), 2u) << one.text;
    EXPECT_NE(one.text.find(opcode), std::string::npos) << one.text;
  }
}

TEST(Repairs, ComparisonsOfPointersInModulesWithoutLongIntegers) {
  const auto admitted = admitBytes(assemble(
      "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n"
      "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n%bool = OpTypeBool\n"
      "%int = OpTypeInt 32 0\n%pointer = OpTypePointer CrossWorkgroup %int\n"
      "%type = OpTypeFunction %void %pointer %pointer\n%zero = OpConstant %int 0\n"
      "%one = OpConstant %int 1\n%k = OpFunction %void None %type\n"
      "%a = OpFunctionParameter %pointer\n%b = OpFunctionParameter %pointer\n%entry = OpLabel\n"
      "%same = OpIEqual %bool %a %b\n%number = OpSelect %int %same %one %zero\n"
      "OpStore %a %number\nOpReturn\nOpFunctionEnd\n",
      SPV_ENV_UNIVERSAL_1_0));
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_NE(text.find("OpCapability Int64"), std::string::npos) << text;
  EXPECT_EQ(countOf(text, "OpConvertPtrToU"), 2u) << text;
}

TEST(Repairs, DecorationsThatAreGivenTwice) {
  const Repaired one =
      repaired({.declarations = "OpDecorate %sum NoSignedWrap\nOpDecorate %sum NoUnsignedWrap\n"
                                "OpDecorate %sum NoSignedWrap\n",
                .body = "%sum = OpIAdd %i32 %one %one\nOpStore %data %sum\n"},
               SPV_ENV_UNIVERSAL_1_4);
  EXPECT_NE(one.remarks.find("repaired: a decoration that is given twice"), std::string::npos)
      << one.remarks;
  EXPECT_EQ(countOf(one.text, " NoSignedWrap"), 1u) << one.text;
  EXPECT_EQ(countOf(one.text, " NoUnsignedWrap"), 1u) << one.text;
}

// The first block leads to %second, which leads to %third, which uses a value of %second.
TEST(Repairs, BlocksThatStandBeforeTheirDominators) {
  const Repaired one = repaired({.body = "OpBranch %second\n"
                                         "%third = OpLabel\nOpStore %data %sum\nOpReturn\n"
                                         "%second = OpLabel\n%sum = OpIAdd %i32 %one %one\n"
                                         "OpBranch %third\n"
                                         "%fourth = OpLabel\n"});
  EXPECT_NE(one.remarks.find("repaired: blocks that stand before their dominators"),
            std::string::npos)
      << one.remarks;
  EXPECT_LT(one.text.find("OpIAdd"), one.text.find("OpStore")) << one.text;
  EXPECT_EQ(countOf(one.text, "OpLabel"), 4u) << one.text;
}

TEST(Repairs, BlocksOfLoopsAndSwitches) {
  const Repaired one =
      repaired({.types = "%true = OpConstantTrue %bool\n",
                .body = "OpBranch %head\n"
                        "%exit = OpLabel\nOpStore %data %n\nOpReturn\n"
                        "%body = OpLabel\n%more = OpIAdd %i32 %n %one\nOpBranch %head\n"
                        "%case = OpLabel\nOpBranch %body\n"
                        "%choice = OpLabel\nOpSwitch %one %body 1 %case\n"
                        "%head = OpLabel\n%n = OpPhi %i32 %zero %entry %more %body\n"
                        "OpBranchConditional %true %choice %exit\n"
                        "%unreached = OpLabel\n"});
  EXPECT_NE(one.remarks.find("repaired: blocks"), std::string::npos) << one.text;
  EXPECT_LT(one.text.find("OpPhi"), one.text.find("OpSwitch")) << one.text;
  EXPECT_LT(one.text.find("OpSwitch"), one.text.find("OpIAdd")) << one.text;
}

TEST(Repairs, VariablesThatDoNotBeginTheFirstBlock) {
  const Repaired one = repaired({.types = "%private = OpTypePointer Function %i32\n",
                                 .body = "OpStore %data %one\n"
                                         "%first = OpVariable %private Function\n"
                                         "OpStore %first %one\nOpBranch %next\n%next = OpLabel\n"
                                         "%second = OpVariable %private Function\n"
                                         "OpStore %second %zero\n"});
  EXPECT_NE(one.remarks.find("repaired: variables that do not begin the first block"),
            std::string::npos)
      << one.remarks;
  EXPECT_LT(one.text.rfind("OpVariable"), one.text.find("OpStore")) << one.text;
  EXPECT_EQ(countOf(one.text, "OpVariable"), 2u) << one.text;
}

TEST(Repairs, WeakExchangesInNewerModules) {
  std::string text = KernelText{.body =
                                    "%r = OpAtomicCompareExchange %i32 %data %one %zero %zero "
                                    "%one %zero\n"}
                         .text();
  std::vector<uint8_t> bytes = assemble(text, SPV_ENV_UNIVERSAL_1_4);
  // The assembler does not write the instruction in this version.
  constexpr uint32_t kStrong = 230, kWeak = 231, kWords = 9;
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto exchange = std::ranges::find(words, kWords << 16 | kStrong);
  ASSERT_NE(exchange, words.end());
  *exchange = kWords << 16 | kWeak;
  std::memcpy(bytes.data(), words.data(), bytes.size());
  const auto admitted = admitBytes(bytes);
  ASSERT_TRUE(admitted) << admitted.error();
  ASSERT_EQ(admitted->remarks.size(), 1u);
  EXPECT_TRUE(admitted->remarks[0].text.starts_with("repaired: OpAtomicCompareExchangeWeak"))
      << admitted->remarks[0].text;
  EXPECT_NE(disassembly(admitted->words).find("OpAtomicCompareExchange "), std::string::npos);
}

// As Clang of oneAPI wrote them up to version 15, in modules of SPIR-V 1.4.
TEST(Repairs, ImportedBuiltInVariablesInGlobalMemory) {
  const auto kernel = [](const std::string& declarations) {
    return KernelText{
        .capabilities = "OpCapability Linkage\n",
        .declarations = declarations + "OpDecorate %id BuiltIn GlobalInvocationId\n",
        .types =
            "%v3 = OpTypeVector %i64 3\n%place = OpTypePointer CrossWorkgroup %v3\n"
            "%part = OpTypePointer CrossWorkgroup %i64\n"
            "%id = OpVariable %place CrossWorkgroup\n",
        .body =
            "%ids = OpLoad %v3 %id\n%x = OpInBoundsAccessChain %part %id %zero\n"
            "%xs = OpLoad %i64 %x\n"
            "%y = OpInBoundsPtrAccessChain %part %id %zero %one\n%ys = OpLoad %i64 %y\n"};
  };
  const Repaired one = repaired(
      kernel("OpDecorate %id LinkageAttributes \"__spirv_BuiltInGlobalInvocationId\" Import\n"),
      SPV_ENV_UNIVERSAL_1_4);
  EXPECT_NE(one.remarks.find("repaired: built-in variables in global memory"), std::string::npos)
      << one.remarks << one.text;
  EXPECT_NE(one.text.find("OpVariable %_ptr_Input_v3ulong Input"), std::string::npos) << one.text;
  EXPECT_NE(repaired(kernel(""), SPV_ENV_UNIVERSAL_1_4)
                .text.find("is not a variable of storage class Input"),
            std::string::npos);
}

TEST(Repairs, OtherFaultsAreReported) {
  const Repaired one = repaired({.types = "%null = OpConstantNull %pointer\n",
                                 .body = "%same = OpIEqual %bool %data %null\n"
                                         "%sum = OpIAdd %f32 %one %one\n"});
  EXPECT_NE(one.text.find("OpIAdd %17: not valid SPIR-V"), std::string::npos) << one.text;
  const Repaired other = repaired({.body = "%sum = OpIAdd %f32 %one %one\n"});
  EXPECT_NE(other.text.find("OpIAdd %15: not valid SPIR-V"), std::string::npos) << other.text;
}

}  // namespace
}  // namespace lanewise::test
