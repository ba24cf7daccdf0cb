// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of function pointers become calls of a function that chooses among those whose addresses
// the module takes.
#include <algorithm>
#include <cstring>
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

constexpr const char* kDeclared =
    "OpCapability FunctionPointersINTEL\nOpCapability IndirectReferencesINTEL\n"
    "OpExtension \"SPV_INTEL_function_pointers\"\n";

constexpr const char* kTypes =
    "%unary = OpTypeFunction %i32 %i32\n%to_unary = OpTypePointer CodeSectionINTEL %unary\n"
    "%binary = OpTypeFunction %i32 %i32 %i32\n%to_binary = OpTypePointer CodeSectionINTEL %binary\n"
    "%twice_at = OpConstantFunctionPointerINTEL %to_unary %twice\n"
    "%square_at = OpConstantFunctionPointerINTEL %to_unary %square\n"
    "%sum_at = OpConstantFunctionPointerINTEL %to_binary %sum\n";

std::string function(const std::string& name, const std::string& type,
                     const std::string& parameters, const std::string& result) {
  return "%" + name + " = OpFunction %i32 None %" + type + "\n" + parameters + "%" + name +
         "_in = OpLabel\n" + result + "OpReturnValue %" + name + "_r\nOpFunctionEnd\n";
}

std::string functions() {
  return function("twice", "unary", "%twice_x = OpFunctionParameter %i32\n",
                  "%twice_r = OpIAdd %i32 %twice_x %twice_x\n") +
         function("square", "unary", "%square_x = OpFunctionParameter %i32\n",
                  "%square_r = OpIMul %i32 %square_x %square_x\n") +
         function("sum", "binary",
                  "%sum_x = OpFunctionParameter %i32\n%sum_y = OpFunctionParameter %i32\n",
                  "%sum_r = OpIAdd %i32 %sum_x %sum_y\n");
}

KernelText withPointers() {
  return {.capabilities = kDeclared,
          .declarations =
              "OpName %twice \"twice\"\nOpName %square \"square\"\nOpName %sum \"sum\"\n"
              "OpDecorate %twice ReferencedIndirectlyINTEL\n",
          .types = kTypes,
          .body =
              "%x = OpLoad %i32 %data Aligned 4\n%odd = OpINotEqual %bool %x %zero\n"
              "%f = OpSelect %to_unary %odd %twice_at %square_at\n"
              "%r = OpFunctionPointerCallINTEL %i32 %f %x\n"
              "%s = OpFunctionPointerCallINTEL %i32 %sum_at %r %x\nOpStore %data %s Aligned 4\n",
          .functions = functions()};
}

std::string moduleOf(const KernelText& text) {
  const auto admitted = admitText(text.text());
  return admitted ? disassembly(admitted->words) : admitted.error();
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++found;
  return found;
}

TEST(FunctionPointer, IsANumberThatChoosesAFunctionOfItsTypes) {
  const std::string module = moduleOf(withPointers());
  for (const char* part : {"INTEL", "CodeSection"})
    EXPECT_EQ(module.find(part), module.npos) << part << module;
  // The first two functions have one list of types, the third one another.
  EXPECT_EQ(count(module, "OpSwitch"), 2u) << module;
  EXPECT_EQ(count(module, "OpFunctionCall %uint %twice"), 1u) << module;
  EXPECT_EQ(count(module, "OpFunctionCall %uint %square"), 1u) << module;
  EXPECT_EQ(count(module, "OpFunctionCall %uint %sum"), 1u) << module;
  EXPECT_EQ(count(module, "ConvertUToPtr"), 3u) << module;
}

TEST(FunctionPointer, MayHaveTheStorageClassOfPrivateMemory) {
  KernelText text = withPointers();
  for (size_t at; (at = text.types.find("CodeSectionINTEL")) != text.types.npos;)
    text.types.replace(at, std::string("CodeSectionINTEL").size(), "Function");
  EXPECT_EQ(count(moduleOf(text), "OpSwitch"), 2u) << moduleOf(text);
}

// The module had the type twice, which SPIR-V does not allow.
TEST(FunctionPointer, BecomesATypeThatTheModuleHas) {
  KernelText text = withPointers();
  text.types +=
      "%to_int = OpTypePointer Function %i32\n%to_to_unary = OpTypePointer Function %to_unary\n"
      "%to_to_binary = OpTypePointer Function %to_binary\n%to_to_int = OpTypePointer Function %to_int\n"
      "%takes_unary = OpTypeFunction %void %to_unary\n%takes_binary = OpTypeFunction %void %to_binary\n";
  EXPECT_EQ(count(moduleOf(text), "OpSwitch"), 2u) << moduleOf(text);
}

TEST(FunctionPointer, CallsParametersThatPointToAnotherType) {
  KernelText text = withPointers();
  text.types =
      "%byte_pointer = OpTypePointer CrossWorkgroup %i8\n%reads = OpTypeFunction %i32 %byte_pointer\n"
      "%to_reads = OpTypePointer CodeSectionINTEL %reads\n"
      "%at = OpConstantFunctionPointerINTEL %to_reads %first\n";
  text.declarations = "OpName %first \"first\"\n";
  text.functions =
      function("first", "reads", "%first_p = OpFunctionParameter %byte_pointer\n",
               "%first_b = OpLoad %i8 %first_p Aligned 1\n%first_r = OpUConvert %i32 %first_b\n");
  text.body = "%r = OpFunctionPointerCallINTEL %i32 %at %data\nOpStore %data %r Aligned 4\n";
  const std::string module = moduleOf(text);
  EXPECT_EQ(count(module, "OpBitcast"), 1u) << module;
  EXPECT_EQ(count(module, "OpFunctionCall %uint %first"), 1u) << module;
}

TEST(FunctionPointer, OfNoFunctionThatFitsIsNeverCalled) {
  KernelText text = withPointers();
  text.types =
      std::string(kTypes).substr(0, std::string(kTypes).find("%twice_at")) +
      "%sum_at = OpConstantFunctionPointerINTEL %to_binary %sum\n%none = OpConstantNull %to_unary\n";
  text.body = "%r = OpFunctionPointerCallINTEL %i32 %none %one\nOpStore %data %r Aligned 4\n";
  const std::string module = moduleOf(text);
  EXPECT_EQ(count(module, "OpUnreachable"), 1u) << module;
  EXPECT_EQ(count(module, "OpFunctionCall %uint %sum"), 0u) << module;
}

// SPIRV-Tools does not know the decoration.
TEST(FunctionPointer, HasArgumentsWithAttributes) {
  KernelText text = withPointers();
  text.declarations += "OpDecorate %r LinkageAttributes \"a\" Export\n";
  std::vector<uint8_t> bytes = assemble(text.text());
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto decoration =
      std::ranges::find(words, uint32_t(5 << 16 | uint32_t(spv::Op::OpDecorate)));
  ASSERT_NE(decoration, words.end());
  decoration[2] = 6409;  // ArgumentAttributeINTEL
  std::memcpy(bytes.data(), words.data(), bytes.size());
  const auto admitted = admitBytes(bytes);
  ASSERT_TRUE(admitted.has_value()) << admitted.error();
  EXPECT_EQ(count(disassembly(admitted->words), "OpSwitch"), 2u);
}

TEST(FunctionPointer, NeedsItsDeclarations) {
  KernelText text = withPointers();
  text.capabilities = "OpExtension \"SPV_INTEL_function_pointers\"\n";
  EXPECT_NE(moduleOf(text).find("requires the capability FunctionPointersINTEL"), std::string::npos)
      << moduleOf(text);
  text.capabilities = "OpCapability FunctionPointersINTEL\n";
  EXPECT_NE(moduleOf(text).find("requires the extension SPV_INTEL_function_pointers"),
            std::string::npos)
      << moduleOf(text);
}

TEST(FunctionPointer, NamesAFunction) {
  KernelText text = withPointers();
  text.types += "%wrong = OpConstantFunctionPointerINTEL %to_unary %one\n";
  EXPECT_NE(moduleOf(text).find("a function pointer names no function"), std::string::npos)
      << moduleOf(text);
}

TEST(FunctionPointer, LeadsToNoRecursion) {
  KernelText text = withPointers();
  text.functions = function("twice", "unary", "%twice_x = OpFunctionParameter %i32\n",
                            "%twice_r = OpFunctionPointerCallINTEL %i32 %square_at %twice_x\n") +
                   functions().substr(functions().find("%square = "));
  EXPECT_NE(moduleOf(text).find(
                "('call of a function pointer' -> 'twice' -> 'call of a function pointer')"),
            std::string::npos)
      << moduleOf(text);
}

TEST(FunctionPointer, IsOfOneModule) {
  KernelText other = withPointers();
  other.entryPoints = "OpEntryPoint Kernel %k \"other\"\n";
  CompileRequest request;
  request.modules = {assemble(withPointers().text()), assemble(other.text())};
  const auto admitted = admitRequest(request);
  ASSERT_FALSE(admitted.has_value());
  EXPECT_EQ(admitted.error(),
            "unsupported: function pointers in several programs that are linked: 1 and 2");
}

}  // namespace
}  // namespace lanewise::test
