// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One test for each diagnostic of a module: the message names the place and the reason. Bytes that
// are not a module are in reader_test.cpp, names and decorations in
// annotation_diagnostics_test.cpp.
#include <algorithm>
#include <string_view>

#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

TEST(Diagnostics, ThePlainKernelIsAdmitted) { EXPECT_EQ(reasonOf({}), "admitted"); }

TEST(Diagnostics, CapabilityShader) {
  EXPECT_EQ(diagnosticOf("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"),
            "word 5: OpCapability: unsupported: capability Shader (1)");
}

TEST(Diagnostics, CapabilityOfPipes) {
  EXPECT_EQ(reasonOf({.capabilities = "OpCapability Pipes\n"}, requestWithout("__opencl_c_pipes")),
            "OpCapability: unsupported: pipes (SPIR-V capability Pipes)");
}

TEST(Diagnostics, ExtensionThatIsNotInTheTable) {
  EXPECT_EQ(reasonOf({.capabilities = "OpExtension \"SPV_INTEL_inline_assembly\"\n"}),
            "OpExtension: unsupported: SPIR-V extension 'SPV_INTEL_inline_assembly'");
}

TEST(Diagnostics, ExtendedInstructionSetOfShaders) {
  EXPECT_EQ(reasonOf({.capabilities = "%glsl = OpExtInstImport \"GLSL.std.450\"\n"}),
            "OpExtInstImport %1: unsupported: extended instruction set 'GLSL.std.450'");
  // Those that CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS lists.
  for (const char* set : {"OpenCL.std", "OpenCL.DebugInfo.100"})
    EXPECT_EQ(reasonOf({.capabilities = "%set = OpExtInstImport \"" + std::string(set) + "\"\n"}),
              "admitted");
}

TEST(Diagnostics, AddressesOf32Bits) {
  EXPECT_EQ(
      diagnosticOf(
          "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical32 OpenCL\n"),
      "word 9: OpMemoryModel: unsupported: 32-bit addresses (Physical32); the device has 64-bit "
      "addresses (Physical64)");
}

TEST(Diagnostics, AddressingModelLogical) {
  EXPECT_EQ(
      diagnosticOf("OpCapability Kernel\nOpMemoryModel Logical OpenCL\n"),
      "word 7: OpMemoryModel: unsupported: addressing model Logical; the device has Physical64");
}

TEST(Diagnostics, MemoryModelOtherThanOpenCL) {
  EXPECT_EQ(diagnosticOf(
                "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical64 Simple\n"),
            "word 9: OpMemoryModel: memory model Simple is not allowed: OpenCL requires OpenCL");
}

TEST(Diagnostics, ExecutionModelOtherThanKernel) {
  EXPECT_EQ(reasonOf({.entryPoints = "OpEntryPoint GLCompute %k \"k\"\n"}),
            "OpEntryPoint: execution model GLCompute is not allowed: OpenCL requires Kernel");
}

TEST(Diagnostics, SignedIntegerType) {
  EXPECT_EQ(reasonOf({.types = "%signed = OpTypeInt 16 1\n"}),
            "OpTypeInt %13: signedness 1 of an integer type is not allowed: OpenCL requires 0");
}

TEST(Diagnostics, ImageType) {
  const auto reason = [](const char* operands) {
    return reasonOf({.capabilities = "OpCapability ImageBasic\nOpCapability Sampled1D\n",
                     .types = "%image = OpTypeImage " + std::string(operands) + " ReadOnly\n"});
  };
  EXPECT_EQ(reason("%void 2D 0 0 0 0 Unknown"), "admitted");
  EXPECT_EQ(reason("%uint 2D 0 0 0 0 Unknown"),
            "OpTypeImage %13: the sampled type of an image is not void, as OpenCL requires");
  EXPECT_EQ(reason("%void Cube 0 0 0 0 Unknown"),
            "OpTypeImage %13: unsupported: images of dimensionality Cube");
  EXPECT_EQ(reason("%void 2D 2 0 0 0 Unknown"),
            "OpTypeImage %13: 'Depth' of an image type is neither 0 nor 1");
  EXPECT_EQ(reason("%void 3D 1 0 0 0 Unknown"),
            "OpTypeImage %13: OpenCL has no depth images of dimensionality 3D");
  EXPECT_EQ(reason("%void 3D 0 1 0 0 Unknown"),
            "OpTypeImage %13: OpenCL has no image arrays of dimensionality 3D");
  EXPECT_EQ(reason("%void 2D 0 0 1 0 Unknown"),
            "OpTypeImage %13: unsupported: multi-sampled images");
  EXPECT_EQ(reason("%void 2D 0 0 0 1 Unknown"),
            "OpTypeImage %13: 'Sampled' of an image type is not 0, as OpenCL requires");
  EXPECT_EQ(reason("%void 2D 0 0 0 0 Rgba8"),
            "OpTypeImage %13: the format of an image is not Unknown, as OpenCL requires");
}

TEST(Diagnostics, StorageClassOfShaders) {
  EXPECT_EQ(reasonOf({.types = "%uniform = OpTypePointer Uniform %i32\n"}),
            "OpTypePointer %13: unsupported: storage class Uniform");
}

TEST(Diagnostics, DecorationOfShaders) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %data Binding 1\n"}),
            "OpDecorate: unsupported: decoration Binding (33)");
}

TEST(Diagnostics, ExecutionModeOfShaders) {
  EXPECT_EQ(reasonOf({.declarations = "OpExecutionMode %k OriginUpperLeft\n"}),
            "OpExecutionMode: unsupported: execution mode OriginUpperLeft");
}

TEST(Diagnostics, BuiltInVariableOfShaders) {
  const std::string types =
      "%v3 = OpTypeVector %i64 3\n%in = OpTypePointer Input %v3\n"
      "%id = OpVariable %in Input\n";
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %id BuiltIn FragCoord\n", .types = types}),
            "OpDecorate: unsupported: built-in variable FragCoord");
}

TEST(Diagnostics, BuiltInVariableOfTheWrongType) {
  EXPECT_EQ(
      reasonOf({.declarations = "OpDecorate %id BuiltIn GlobalInvocationId\n",
                .types = "%in = OpTypePointer Input %i32\n%id = OpVariable %in Input\n"}),
      "OpDecorate: the variable %3 does not have the type of GlobalInvocationId, a vector of 3 "
      "integers of 64 bits");
}

TEST(Diagnostics, BuiltInVariableThatIsCopied) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %id BuiltIn WorkDim\n",
                      .types = "%in = OpTypePointer Input %i32\n%id = OpVariable %in Input\n",
                      .body = "OpCopyMemory %data %id\n"}),
            "OpCopyMemory: the built-in variable %3 is used otherwise than by OpLoad");
}

TEST(Diagnostics, InputVariableThatIsNoBuiltIn) {
  EXPECT_EQ(reasonOf({.types = "%in = OpTypePointer Input %i32\n%id = OpVariable %in Input\n"}),
            "OpVariable %14: a variable of storage class Input that is no built-in variable");
}

TEST(Diagnostics, ModuleThatIsNotValid) {
  const std::string all = diagnosticOf(KernelText{.body = "%sum = OpIAdd %f32 %one %one\n"}.text());
  EXPECT_TRUE(all.starts_with("word ")) << all;
  EXPECT_NE(
      all.find("OpIAdd %15: not valid SPIR-V: Expected int scalar or vector type as Result Type"),
      all.npos)
      << all;
}

// llvm-spirv writes it for every version; the specification has it since 1.4.
TEST(Diagnostics, VectorsChosenByOneTruthValueAreAdmittedInSpirv10) {
  const KernelText kernel{.types =
                              "%v3 = OpTypeVector %f32 3\n%true = OpConstantTrue %bool\n"
                              "%a = OpConstantNull %v3\n",
                          .body = "%chosen = OpSelect %v3 %true %a %a\n"};
  const auto admitted = admitBytes(assemble(kernel.text(), SPV_ENV_UNIVERSAL_1_0));
  EXPECT_TRUE(admitted) << admitted.error();
}

TEST(Diagnostics, Recursion) {
  const std::string functions =
      "%f = OpFunction %void None %type\n%fp = OpFunctionParameter %pointer\n%fe = OpLabel\n"
      "%fc = OpFunctionCall %void %g %fp\nOpReturn\nOpFunctionEnd\n"
      "%g = OpFunction %void None %type\n%gp = OpFunctionParameter %pointer\n%ge = OpLabel\n"
      "%gc = OpFunctionCall %void %f %gp\nOpReturn\nOpFunctionEnd\n";
  const std::string all =
      reasonOf({.body = "%call = OpFunctionCall %void %f %data\n", .functions = functions});
  EXPECT_TRUE(all.starts_with("OpFunctionCall %")) << all;
  EXPECT_NE(all.find("recursion: function %"), all.npos) << all;
}

TEST(Diagnostics, OfWhatHasALineSpeaksOfTheSource) {
  const std::string functions =
      "%f = OpFunction %void None %type\n%fp = OpFunctionParameter %pointer\n%fe = OpLabel\n"
      "OpLine %file 7 9\n%fc = OpFunctionCall %void %f %fp\nOpReturn\nOpFunctionEnd\n";
  const KernelText kernel{
      .declarations = "%file = OpString \"/folder/a.cl\"\nOpName %f \"again\"\n",
      .body = "%call = OpFunctionCall %void %f %data\n",
      .functions = functions};
  CompileRequest request;
  request.modules.push_back(assemble(kernel.text()));
  request.options.debugInfo = true;
  const auto admitted = admitRequest(request);
  ASSERT_FALSE(admitted);
  EXPECT_TRUE(admitted.error().starts_with("a.cl:7:9: recursion: function 'again'"))
      << admitted.error();
}

TEST(Diagnostics, AlignmentDecorationThatIsNoPowerOfTwo) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %data Alignment 12\n"}),
            "OpDecorate: the alignment 12 is not a power of two");
}

TEST(Diagnostics, AlignmentOfAnAccessThatIsNoPowerOfTwo) {
  EXPECT_EQ(reasonOf({.body = "OpStore %data %one Aligned 3\n"}),
            "OpStore: the alignment 3 is not a power of two");
}

TEST(Diagnostics, AlignmentOfWhatIsNoPointer) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %one Alignment 4\n"}),
            "OpDecorate: the target %3 is not a pointer, and has no alignment");
}

TEST(Diagnostics, ParameterAttributeThatDoesNotFit) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %data FuncParamAttr Zext\n"}),
            "OpDecorate: the target %3 is neither an integer nor a bool, and is not extended");
}

TEST(Diagnostics, ParameterAttributesThatContradict) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %data FuncParamAttr NoWrite\n"
                                      "OpDecorate %data FuncParamAttr NoReadWrite\n"}),
            "OpDecorate: the target %3 is both NoWrite and NoReadWrite");
}

TEST(Diagnostics, VectorTypeHintThatNamesNoType) {
  EXPECT_EQ(reasonOf({.declarations = "OpExecutionMode %k VecTypeHint 327689\n"}),
            "OpExecutionMode: the vector type hint 0x50009 names no type");
}

TEST(Diagnostics, FunctionBothInlineAndNot) {
  const std::string f =
      "%f = OpFunction %void Inline|DontInline %type\n"
      "%fp = OpFunctionParameter %pointer\n%fe = OpLabel\nOpReturn\n"
      "OpFunctionEnd\n";
  EXPECT_EQ(reasonOf({.body = "%call = OpFunctionCall %void %f %data\n", .functions = f}),
            "OpFunction %16: the function control is both Inline and DontInline");
}

TEST(Diagnostics, ArrayOf2To60Elements) {
  EXPECT_EQ(reasonOf({.types = "%n = OpConstant %i64 1152921504606846976\n"
                               "%a = OpTypeArray %i32 %n\n"}),
            "OpTypeArray %14: an array of 1152921504606846976 elements of 4 bytes is too large");
}

TEST(Diagnostics, TypesThatNestTooDeep) {
  std::string types = "%n = OpConstant %i64 1\n%t0 = OpTypeArray %i32 %n\n";
  for (int depth = 1; depth < 100; ++depth)
    types +=
        "%t" + std::to_string(depth) + " = OpTypeArray %t" + std::to_string(depth - 1) + " %n\n";
  const std::string all = reasonOf({.types = types});
  EXPECT_NE(all.find("unsupported: types nested more than 64 deep"), all.npos) << all;
}

TEST(Diagnostics, TypesWhoseSizeDoublesWithEachLevel) {
  std::string types = "%t0 = OpTypeStruct %i64 %i64\n";
  for (int depth = 1; depth < 60; ++depth) {
    const std::string below = "%t" + std::to_string(depth - 1);
    types += "%t" + std::to_string(depth) + " = OpTypeStruct " + below + " " + below + "\n";
  }
  const std::string all = reasonOf({.types = types});
  EXPECT_NE(all.find("unsupported: a type that consists of more than 65536 types"), all.npos)
      << all;
}

TEST(Diagnostics, LargeArrayAsAValue) {
  EXPECT_EQ(reasonOf({.types = "%n = OpConstant %i64 100000\n%a = OpTypeArray %i32 %n\n"
                               "%p = OpTypePointer Function %a\n",
                      .body = "%v = OpVariable %p Function\n%l = OpLoad %a %v\n"}),
            "OpLoad %19: a value of 100000 elements, more than 4096, is used as a whole");
}

TEST(Diagnostics, VariableThatIsTooLarge) {
  EXPECT_EQ(reasonOf({.types = "%n = OpConstant %i64 1000000000\n%a = OpTypeArray %i32 %n\n"
                               "%p = OpTypePointer CrossWorkgroup %a\n"
                               "%v = OpVariable %p CrossWorkgroup\n"}),
            "OpVariable %16: the variable has 4000000000 bytes, more than 1073741824");
}

TEST(Diagnostics, ConstantsThatAreTooLarge) {
  EXPECT_EQ(
      reasonOf({.types = "%n = OpConstant %i64 20000000\n%a = OpTypeArray %i32 %n\n"
                         "%p = OpTypePointer UniformConstant %a\n%null = OpConstantNull %a\n"
                         "%v = OpVariable %p UniformConstant %null\n"}),
      "OpVariable %17: the constants and initialized variables take more than 67108864 bytes");
}

TEST(Diagnostics, LifetimeOfWhatIsNotPrivate) {
  EXPECT_EQ(reasonOf({.body = "OpLifetimeStart %data 0\n"}),
            "OpLifetimeStart: %13 is not a pointer to private memory");
}

TEST(Diagnostics, LifetimeWithASizeOfWhatIsNotBytes) {
  EXPECT_EQ(reasonOf({.types = "%p = OpTypePointer Function %i32\n",
                      .body = "%v = OpVariable %p Function\nOpLifetimeStart %v 4\n"}),
            "OpLifetimeStart: the size is 4, and must be 0 for a pointer to other than bytes");
}

TEST(Diagnostics, IndexThatIsNoInteger) {
  EXPECT_EQ(reasonOf({.types = "%half = OpConstant %f32 0.5\n",
                      .body = "%e = OpInBoundsPtrAccessChain %pointer %data %half\n"}),
            "OpInBoundsPtrAccessChain %16: the index %13 is not an integer");
}

TEST(Diagnostics, ElementOfAPointerToNothing) {
  EXPECT_EQ(reasonOf({.types = "%nothing = OpTypePointer CrossWorkgroup %void\n",
                      .body = "%p = OpBitcast %nothing %data\n"
                              "%e = OpInBoundsPtrAccessChain %nothing %p %one\n"}),
            "OpInBoundsPtrAccessChain %17: the base %16 points to a type without a size");
}

TEST(Diagnostics, KernelArgumentInPrivateMemory) {
  const std::string types = "%p = OpTypePointer Function %i32\n%ft = OpTypeFunction %void %p\n";
  const std::string f =
      "%f = OpFunction %void None %ft\n%fp = OpFunctionParameter %p\n"
      "%fe = OpLabel\nOpReturn\nOpFunctionEnd\n";
  EXPECT_EQ(
      reasonOf({.types = types, .functions = f, .entryPoints = "OpEntryPoint Kernel %f \"f\"\n"}),
      "OpFunctionParameter %18: argument 0 of kernel 'f': a pointer to private memory is not "
      "an argument");
}

TEST(Diagnostics, OperandOfAnExtendedInstructionThatIsNoValue) {
  EXPECT_EQ(reasonOf({.body = "%r = OpExtInst %f32 %std sin %f32\n"}),
            "OpExtInst %15: the operand %8 is not a value");
}

TEST(Diagnostics, FunctionThatIsCalledAndHasNoBody) {
  EXPECT_EQ(reasonOf({.capabilities = "OpCapability Linkage\n",
                      .declarations = "OpDecorate %f LinkageAttributes \"elsewhere\" Import\n",
                      .types = "%f = OpFunction %void None %type\n"
                               "%x = OpFunctionParameter %pointer\nOpFunctionEnd\n",
                      .body = "%c = OpFunctionCall %void %f %data\n"}),
            "OpFunctionCall %17: the function 'elsewhere' is declared but not defined");
}

TEST(Diagnostics, CastThatChangesTheStorageClass) {
  EXPECT_EQ(reasonOf({.types = "%local = OpTypePointer Workgroup %i32\n",
                      .body = "%c = OpBitcast %local %data\n"}),
            "OpBitcast %16: the cast changes the storage class of the pointer");
}

// The validator's message if it knows the length, ours if the length is specialized.
TEST(Diagnostics, ArrayConstantOfAnotherLength) {
  for (const char* length : {"OpConstant", "OpSpecConstant"})
    EXPECT_NE(reasonOf({.types = "%n = " + std::string(length) +
                                 " %i32 3\n"
                                 "%a = OpTypeArray %i32 %n\n"
                                 "%v = OpConstantComposite %a %one %one\n"}),
              "admitted")
        << length;
}

TEST(Diagnostics, StringThatIsNotPaddedWithZeros) {
  std::vector<uint8_t> bytes = assemble(KernelText{}.text());
  const std::string_view name("OpenCL.std\0\0", 12);
  const auto at = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  ASSERT_NE(at, bytes.end());
  at[11] = 'x';
  const auto admitted = admitBytes(bytes);
  ASSERT_FALSE(admitted);
  EXPECT_NE(admitted.error().find("OpExtInstImport %1: the string is not padded with zeros"),
            std::string::npos)
      << admitted.error();
}

TEST(Diagnostics, NoModule) { EXPECT_EQ(admitRequest({}).error(), "the program has no module"); }

}  // namespace
}  // namespace lanewise::test
