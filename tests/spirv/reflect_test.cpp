// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelMetadata of admitted modules.
#include <fstream>
#include <iterator>

#include "compiler/admit/kernel_notes.h"
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

/// A kernel with parameters of the given types, comma-separated ids; `types` declares them.
std::expected<KernelMetadata, std::string> factsOf(const std::string& types,
                                                   const std::vector<std::string>& parameters,
                                                   const std::string& declarations = "",
                                                   const std::string& capabilities = "") {
  std::string list, definitions;
  for (size_t n = 0; n < parameters.size(); ++n) {
    list += " " + parameters[n];
    definitions += "%p" + std::to_string(n) + " = OpFunctionParameter " + parameters[n] + "\n";
  }
  KernelText text{
      .capabilities =
          "OpCapability Int16\nOpCapability Float64\nOpCapability Vector16\n" + capabilities,
      .declarations = declarations,
      .types = types + "%ft = OpTypeFunction %void" + list + "\n",
      .functions = "%f = OpFunction %void None %ft\n" + definitions +
                   "%fe = OpLabel\nOpReturn\nOpFunctionEnd\n",
      .entryPoints = "OpEntryPoint Kernel %f \"f\"\n"};
  auto admitted = admitText(text.text());
  if (!admitted) return std::unexpected(admitted.error());
  return admitted->kernels.at(0);
}

TEST(Reflect, ScalarsAtTheirOffsets) {
  auto metadata = factsOf("%i16 = OpTypeInt 16 0\n%f64 = OpTypeFloat 64\n",
                          {"%i8", "%i16", "%f64", "%i8", "%f32"},
                          "OpName %p4 \"scale\"\nOpDecorate %p0 FuncParamAttr Zext\n"
                          "OpDecorate %p1 FuncParamAttr Sext\n");
  ASSERT_TRUE(metadata) << metadata.error();
  const uint32_t offsets[] = {0, 2, 8, 16, 20}, sizes[] = {1, 2, 8, 1, 4};
  const char* const types[] = {"uchar", "short", "double", "char", "float"};
  for (size_t n = 0; n < 5; ++n) {
    EXPECT_EQ(metadata->arguments[n].offsetBytes, offsets[n]) << n;
    EXPECT_EQ(metadata->arguments[n].sizeBytes, sizes[n]) << n;
    EXPECT_EQ(metadata->arguments[n].typeName, types[n]) << n;
    EXPECT_EQ(metadata->arguments[n].kind, ArgumentKind::Value) << n;
  }
  EXPECT_EQ(metadata->arguments[4].name, "scale");
  EXPECT_EQ(metadata->argumentBytes, 24u);
}

TEST(Reflect, MaxByteOffsetLimitsTheMemoryBehindAPointer) {
  auto metadata = factsOf("%local = OpTypePointer Workgroup %i32\n%n = OpConstant %i32 24\n",
                          {"%pointer", "%local", "%pointer", "%pointer"},
                          "OpDecorate %p0 MaxByteOffset 64\nOpDecorate %p1 MaxByteOffset 32\n"
                          "OpDecorateId %p2 MaxByteOffsetId %n\nOpDecorate %p2 MaxByteOffset 40\n");
  ASSERT_TRUE(metadata) << metadata.error();
  const uint64_t mostBytes[] = {64, 32, 24, KernelArgument::kAnySize};
  for (size_t n = 0; n < 4; ++n) EXPECT_EQ(metadata->arguments[n].mostBytes, mostBytes[n]) << n;
}

TEST(Reflect, VectorOfThreeTakesTheRoomOfFour) {
  auto metadata =
      factsOf("%v3 = OpTypeVector %f32 3\n%v16 = OpTypeVector %i64 16\n", {"%f32", "%v3", "%v16"});
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[1].sizeBytes, 16u);
  EXPECT_EQ(metadata->arguments[1].offsetBytes, 16u);
  EXPECT_EQ(metadata->arguments[1].typeName, "float3");
  EXPECT_EQ(metadata->arguments[2].sizeBytes, 128u);
  EXPECT_EQ(metadata->arguments[2].offsetBytes, 128u);
}

TEST(Reflect, PointersToEachMemory) {
  auto metadata = factsOf(
      "%local = OpTypePointer Workgroup %f32\n"
      "%constant = OpTypePointer UniformConstant %f32\n",
      {"%pointer", "%local", "%constant"},
      "OpDecorate %p0 FuncParamAttr NoAlias\nOpDecorate %p0 Volatile\n");
  ASSERT_TRUE(metadata) << metadata.error();
  const auto& global = metadata->arguments[0];
  EXPECT_EQ(global.kind, ArgumentKind::Pointer);
  EXPECT_EQ(global.addressSpace, AddressSpace::Global);
  EXPECT_TRUE(global.isRestrict && global.isVolatile && !global.isConst);
  EXPECT_EQ(global.typeName, "int*");
  EXPECT_EQ(metadata->arguments[1].kind, ArgumentKind::LocalPointer);
  EXPECT_EQ(metadata->arguments[1].addressSpace, AddressSpace::Local);
  EXPECT_EQ(metadata->arguments[1].alignBytes, 4u);
  EXPECT_EQ(metadata->arguments[2].addressSpace, AddressSpace::Constant);
  EXPECT_TRUE(metadata->arguments[2].isConst);
  EXPECT_EQ(metadata->arguments[2].offsetBytes, 16u);
}

TEST(Reflect, LocalPointerToBytesIsAlignedForAnything) {
  auto metadata = factsOf("%local = OpTypePointer Workgroup %i8\n", {"%local"});
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[0].alignBytes, 128u);
  metadata = factsOf("%local = OpTypePointer Workgroup %i8\n", {"%local"},
                     "OpDecorate %p0 Alignment 16\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[0].alignBytes, 16u);
}

TEST(Reflect, StructByValue) {
  auto metadata = factsOf(
      "%v3 = OpTypeVector %f32 3\n%s = OpTypeStruct %i8 %v3 %i32\n"
      "%sp = OpTypePointer Function %s\n",
      {"%f32", "%sp"}, "OpName %s \"struct.Item\"\nOpDecorate %p1 FuncParamAttr ByVal\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[1].kind, ArgumentKind::Value);
  EXPECT_EQ(metadata->arguments[1].sizeBytes, 48u);
  EXPECT_EQ(metadata->arguments[1].offsetBytes, 16u);
  EXPECT_EQ(metadata->arguments[1].typeName, "Item");
}

TEST(Reflect, PackedStruct) {
  auto metadata = factsOf("%s = OpTypeStruct %i8 %i32 %i8\n%sp = OpTypePointer Function %s\n",
                          {"%sp"}, "OpDecorate %p0 FuncParamAttr ByVal\nOpDecorate %s CPacked\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[0].sizeBytes, 6u);
  EXPECT_EQ(metadata->arguments[0].alignBytes, 1u);
}

TEST(Reflect, TypeNamesOfTheFrontEnd) {
  auto metadata = factsOf("", {"%pointer", "%i32"},
                          "%names = OpString \"kernel_arg_type.f.color*,uint,\"\n"
                          "%qualifiers = OpString \"kernel_arg_type_qual.f.const volatile,,\"\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->arguments[0].typeName, "color*");
  EXPECT_TRUE(metadata->arguments[0].isConst && metadata->arguments[0].isVolatile);
  EXPECT_EQ(metadata->arguments[1].typeName, "uint");
}

TEST(Reflect, NotesOfTheFrontEnd) {
  const std::string notes = encodeNotes(
      {"f", "reqd_work_group_size(1,2,3)", {{"Pair<int,float>*", "const", "a"}, {"T", "", "b"}}});
  auto metadata = factsOf("", {"%pointer", "%i32"}, "%notes = OpString \"" + notes + "\"\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->attributes, "reqd_work_group_size(1,2,3)");
  EXPECT_EQ(metadata->arguments[0].typeName, "Pair<int,float>*");
  EXPECT_TRUE(metadata->arguments[0].isConst);
  EXPECT_EQ(metadata->arguments[1].typeName, "T");
  EXPECT_EQ(metadata->arguments[1].name, "b");
}

TEST(Reflect, InitializersAndFinalizersAreNoKernels) {
  EXPECT_EQ(factsOf("", {}, "OpExecutionMode %f Initializer\n")->role, KernelRole::Initializer);
  EXPECT_EQ(factsOf("", {}, "OpExecutionMode %f Finalizer\n")->role, KernelRole::Finalizer);
  EXPECT_FALSE(factsOf("", {"%i32"}, "OpExecutionMode %f Initializer\n"));
}

TEST(Reflect, ExecutionModes) {
  auto metadata =
      factsOf("", {"%pointer", "%i32"},
              "OpExecutionMode %f LocalSize 8 2 1\nOpExecutionMode %f LocalSizeHint 4 4 4\n"
              "OpExecutionMode %f VecTypeHint 262149\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->attributes, "") << "a module that was not made of source has none";
  EXPECT_EQ(metadata->requiredLocalSize[0], 8u);
  EXPECT_EQ(metadata->localSizeHint[2], 4u);
  EXPECT_EQ(metadata->vecTypeHint, "float4");
}

TEST(Reflect, LocalSizeOfConstants) {
  auto metadata = factsOf("%eight = OpConstant %i32 8\n", {"%pointer", "%i32"},
                          "OpExecutionModeId %f LocalSizeId %eight %one %one\n");
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(metadata->requiredLocalSize[0], 8u);
  EXPECT_EQ(metadata->requiredLocalSize[2], 1u);
}

TEST(Reflect, ArgumentsLargerThanTheBlock) {
  auto metadata = factsOf(
      "%n = OpConstant %i64 100000\n%a = OpTypeArray %i32 %n\n"
      "%s = OpTypeStruct %a\n%sp = OpTypePointer Function %s\n",
      {"%sp"}, "OpDecorate %p0 FuncParamAttr ByVal\n");
  ASSERT_FALSE(metadata);
  EXPECT_NE(metadata.error().find("argument 0 of kernel 'f': has 400000 bytes, more than 65536"),
            std::string::npos)
      << metadata.error();
}

TEST(Reflect, GlobalVariablesOfTheProgram) {
  KernelText kernel{.types =
                        "%n = OpConstant %i64 25\n%a = OpTypeArray %i32 %n\n"
                        "%ap = OpTypePointer CrossWorkgroup %a\n"
                        "%cp = OpTypePointer UniformConstant %a\n%null = OpConstantNull %a\n"
                        "%v = OpVariable %ap CrossWorkgroup %null\n"
                        "%c = OpVariable %cp UniformConstant %null\n"};
  auto admitted = admitText(kernel.text());
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(admitted->globalVariableBytes, 100u);
}

/// The output of clang and llvm-spirv for corpus/structs.cl at each optimization level.
TEST(Reflect, CompiledKernel) {
  for (const char* level : {"O0", "O1", "O2", "O3"}) {
    std::ifstream file(std::string(CORPUS) + "/structs-" + level + ".spv", std::ios::binary);
    auto admitted = admitBytes({std::istreambuf_iterator<char>(file), {}});
    ASSERT_TRUE(admitted) << level << ": " << admitted.error();
    ASSERT_EQ(admitted->kernels.size(), 1u);
    const KernelMetadata& metadata = admitted->kernels[0];
    const uint32_t sizes[] = {32, 8, 16, 2, 4, 8}, offsets[] = {0, 32, 48, 64, 68, 72};
    ASSERT_EQ(metadata.arguments.size(), 6u);
    for (size_t n = 0; n < 6; ++n) {
      EXPECT_EQ(metadata.arguments[n].sizeBytes, sizes[n]) << level << " " << n;
      EXPECT_EQ(metadata.arguments[n].offsetBytes, offsets[n]) << level << " " << n;
    }
    EXPECT_EQ(metadata.arguments[0].typeName, "Item");
    EXPECT_EQ(admitted->globalVariableBytes, 4u);
  }
}

}  // namespace
}  // namespace lanewise::test
