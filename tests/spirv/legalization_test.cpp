// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Legalization of valid modules: everything that clang and llvm-spirv write, merge instructions and
// loop hints, aliasing declarations, decoration groups, entry points, links.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

/// The legalized module as text, or the diagnostic.
std::string admittedText(const KernelText& kernel) {
  auto admitted = admitText(kernel.text());
  return admitted ? disassembly(admitted->words) : "refused: " + admitted.error();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

TEST(Legalization, EveryModuleOfTheCorpus) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CORPUS)) {
    if (entry.path().extension() != ".spv") continue;
    ++count;
    std::ifstream file(entry.path(), std::ios::binary);
    std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    auto admitted = admitBytes(std::move(bytes));
    EXPECT_TRUE(admitted) << entry.path() << ": " << (admitted ? "" : admitted.error());
  }
  EXPECT_GE(count, 30u);
}

TEST(Legalization, PrefetchesOfSubGroupsGo) {
  KernelText kernel;
  kernel.capabilities =
      "OpCapability SubgroupBufferPrefetchINTEL\n"
      "OpExtension \"SPV_INTEL_subgroup_buffer_prefetch\"\n";
  kernel.types = "%four = OpConstant %i32 4\n";
  for (const char* operands : {"", " Nontemporal", " Aligned 4"}) {
    kernel.body = "OpSubgroupBlockPrefetchINTEL %data %four" + std::string(operands) + "\n" +
                  "OpStore %data %one\n";
    const std::string text = admittedText(kernel);
    EXPECT_FALSE(contains(text, "refused")) << text;
    EXPECT_FALSE(contains(text, "refetch")) << text;
    EXPECT_TRUE(contains(text, "OpStore")) << text;
  }
}

const char* const kLoop =
    "OpBranch %head\n%head = OpLabel\n%c = OpSGreaterThan %bool %one %zero\n"
    "OpLoopMerge %exit %next CONTROL\nOpBranchConditional %c %next %exit\n%next = OpLabel\n"
    "OpBranch %head\n%exit = OpLabel\n";

std::string loopWith(std::string control) {
  std::string text = kLoop;
  text.replace(text.find("CONTROL"), 7, control);
  return text;
}

TEST(Legalization, LoopMergeWithoutHintsGoes) {
  const std::string text = admittedText({.body = loopWith("None")});
  EXPECT_FALSE(contains(text, "OpLoopMerge")) << text;
  EXPECT_FALSE(contains(text, "OpLoopControlINTEL")) << text;
}

TEST(Legalization, LoopHintsStayWithoutMergeBlocks) {
  const std::string text = admittedText({.body = loopWith("Unroll")});
  EXPECT_FALSE(contains(text, "OpLoopMerge")) << text;
  EXPECT_TRUE(contains(text, "OpLoopControlINTEL 1")) << text;
  EXPECT_TRUE(contains(text, "OpCapability UnstructuredLoopControlsINTEL")) << text;
  EXPECT_TRUE(contains(text, "OpExtension \"SPV_INTEL_unstructured_loop_controls\"")) << text;
}

TEST(Legalization, LoopControlBeforeAPhiMovesToTheTerminator) {
  const std::string text = admittedText(
      {.capabilities = "OpCapability UnstructuredLoopControlsINTEL\n"
                       "OpExtension \"SPV_INTEL_unstructured_loop_controls\"\n",
       .body = "%c = OpSGreaterThan %bool %one %zero\nOpBranch %head\n%head = OpLabel\n"
               "OpLoopControlINTEL 1\n%i = OpPhi %i32 %zero %entry %one %head\n"
               "OpBranchConditional %c %head %exit\n%exit = OpLabel\n"});
  const size_t phi = text.find("OpPhi"), control = text.find("OpLoopControlINTEL 1");
  ASSERT_NE(phi, text.npos) << text;
  ASSERT_NE(control, text.npos) << text;
  EXPECT_LT(phi, control) << text;
  EXPECT_LT(control, text.find("OpBranchConditional")) << text;
}

TEST(Legalization, PhiWithTwoValuesOfAParentIsInvalid) {
  const std::string text = admittedText(
      {.body = "OpSwitch %one %other 1 %end 2 %end\n%other = OpLabel\nOpBranch %end\n"
               "%end = OpLabel\n%v = OpPhi %i32 %one %entry %zero %entry %zero %other\n"
               "OpStore %data %v Aligned 4\n"});
  EXPECT_TRUE(contains(text, "not valid SPIR-V")) << text;
}

TEST(Legalization, PhiThatNamesAParentTwiceNamesItOnce) {
  const std::string text =
      admittedText({.body = "OpSwitch %one %other 1 %end 2 %end\n%other = OpLabel\nOpBranch %end\n"
                            "%end = OpLabel\n%v = OpPhi %i32 %one %entry %one %entry %zero %other\n"
                            "OpStore %data %v Aligned 4\n"});
  EXPECT_TRUE(contains(text, "OpPhi %uint %uint_1 %")) << text;
  const std::string phi = text.substr(text.find("OpPhi"));
  EXPECT_EQ(std::ranges::count(phi.substr(0, phi.find('\n')), '%'), 5) << text;
}

std::string builtInIn(const char* storage, spv_target_env environment) {
  const KernelText kernel{
      .declarations = "OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %id Constant\n",
      .types = "%v3 = OpTypeVector %i64 3\n%idType = OpTypePointer " + std::string(storage) +
               " %v3\n%part = OpTypePointer " + storage + " %i64\n%id = OpVariable %idType " +
               storage + "\n",
      .body =
          "%whole = OpLoad %v3 %id Aligned 32\n"
          "%y = OpInBoundsAccessChain %part %id %one\n%value = OpLoad %i64 %y Aligned 8\n"};
  auto admitted = admitBytes(assemble(kernel.text(), environment));
  return admitted ? disassembly(admitted->words) : "refused: " + admitted.error();
}

TEST(Legalization, BuiltInVariablesOfOldTranslatorsMoveToInput) {
  for (const auto environment : {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_2}) {
    const std::string text = builtInIn("UniformConstant", environment);
    EXPECT_TRUE(contains(text, "OpVariable %_ptr_Input_v3ulong Input")) << text;
    EXPECT_TRUE(contains(text, "OpInBoundsAccessChain %_ptr_Input_ulong")) << text;
  }
  const std::string newer = builtInIn("UniformConstant", SPV_ENV_UNIVERSAL_1_3);
  EXPECT_TRUE(newer.starts_with("refused: ")) << newer;
}

TEST(Legalization, SharedMergeBlocks) {
  const std::string body =
      "%c = OpSGreaterThan %bool %one %zero\nOpSelectionMerge %end None\n"
      "OpBranchConditional %c %a %end\n%a = OpLabel\nOpSelectionMerge %end None\n"
      "OpBranchConditional %c %b %end\n%b = OpLabel\nOpBranch %end\n%end = OpLabel\n";
  EXPECT_FALSE(contains(admittedText({.body = body}), "OpSelectionMerge"));
}

TEST(Legalization, AliasingDeclarationsGo) {
  const std::string text = admittedText(
      {.capabilities = "OpCapability MemoryAccessAliasingINTEL\n"
                       "OpExtension \"SPV_INTEL_memory_access_aliasing\"\n",
       .declarations = "%domain = OpAliasDomainDeclINTEL\n%scope = OpAliasScopeDeclINTEL %domain\n"
                       "%list = OpAliasScopeListDeclINTEL %scope\n",
       .body = "OpStore %data %one Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %list %list\n"});
  EXPECT_FALSE(contains(text, "Alias")) << text;
  EXPECT_TRUE(contains(text, "Aligned 4")) << text;
}

/// A kernel that writes to an image with `operands` and has `body` before that.
KernelText imageWrite(const std::string& operands, const std::string& body = "") {
  return {.capabilities = "OpCapability ImageBasic\nOpCapability ImageMipmap\n",
          .types =
              "%image = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly\n"
              "%two = OpTypeVector %i32 2\n%four = OpTypeVector %i32 4\n"
              "%at = OpConstantNull %two\n%color = OpConstantNull %four\n"
              "%half = OpConstantNull %f32\n"
              "%writer = OpTypeFunction %void %image %i32\n",
          .functions =
              "%g = OpFunction %void None %writer\n%a = OpFunctionParameter %image\n"
              "%lod = OpFunctionParameter %i32\n%first = OpLabel\n" +
              body + "OpImageWrite %a %at %color " + operands + "\nOpReturn\nOpFunctionEnd\n",
          .entryPoints = "OpEntryPoint Kernel %g \"g\"\n"};
}

TEST(Legalization, ImageWritesMayHaveALevelOfDetail) {
  EXPECT_TRUE(contains(admittedText(imageWrite("Lod %lod")), " Lod %"));
  EXPECT_TRUE(contains(admittedText(imageWrite("Lod|ZeroExtend %one")), "Lod|ZeroExtend %uint_1"));
}

TEST(Legalization, LevelOfDetailIsADefinedInteger) {
  EXPECT_TRUE(contains(reasonOf(imageWrite("Lod %half")), "is not a 32-bit integer"));
  EXPECT_TRUE(contains(reasonOf(imageWrite("Lod %nothing")), "is not a 32-bit integer"));
  // Defined on a path that does not lead to the instruction.
  const std::string aside =
      reasonOf(imageWrite("Lod %aside",
                          "OpBranch %next\n%skipped = OpLabel\n%aside = OpIAdd %i32 %lod %one\n"
                          "OpBranch %next\n%next = OpLabel\n"));
  EXPECT_TRUE(contains(aside, "defined")) << aside;
}

TEST(Legalization, DecorationGroupsAreSpelledOut) {
  const std::string text =
      admittedText({.declarations = "OpDecorate %group Alignment 16\n%group = OpDecorationGroup\n"
                                    "OpGroupDecorate %group %data\n"});
  EXPECT_FALSE(contains(text, "Group %")) << text;
  EXPECT_TRUE(contains(text, "Alignment 16")) << text;
}

TEST(Legalization, EntryPointsThatShareAFunction) {
  auto admitted = admitText(KernelText{.declarations = "OpExecutionMode %k LocalSize 4 2 1\n",
                                       .entryPoints = "OpEntryPoint Kernel %k \"a\"\n"
                                                      "OpEntryPoint Kernel %k \"b\"\n"}
                                .text());
  ASSERT_TRUE(admitted) << admitted.error();
  ASSERT_EQ(admitted->kernels.size(), 2u);
  EXPECT_EQ(admitted->kernels[0].name, "a");
  EXPECT_EQ(admitted->kernels[1].name, "b");
  EXPECT_EQ(admitted->kernels[1].requiredLocalSize[1], 2u);
  const std::string text = disassembly(admitted->words);
  size_t functions = 0;
  for (size_t at = 0; (at = text.find(" = OpFunction ", at)) != text.npos; ++at) ++functions;
  EXPECT_EQ(functions, 3u) << text;
}

TEST(Legalization, EntryPointThatIsCalled) {
  auto admitted = admitText(KernelText{
      .functions = "%f = OpFunction %void None %type\n%fp = OpFunctionParameter %pointer\n"
                   "%fe = OpLabel\n%fc = OpFunctionCall %void %k %fp\nOpReturn\n"
                   "OpFunctionEnd\n"}
                                .text());
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(admitted->kernels.size(), 1u);
}

TEST(Legalization, VariableCalledAsAKernelLosesItsName) {
  const auto admitted =
      admitText(KernelText{.declarations = "OpName %v \"k\"\nOpName %data \"k\"\n",
                           .types = "%v = OpVariable %pointer CrossWorkgroup\n"}
                    .text());
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_EQ(text.find("OpName"), text.rfind("OpName")) << text;  // of the parameter
}

TEST(Legalization, ShiftAmountOfAnotherWidthIsConverted) {
  const std::string text = admittedText({.types = "%long = OpConstant %i64 3\n",
                                         .body = "%s = OpShiftLeftLogical %i32 %one %long\n"});
  EXPECT_TRUE(contains(text, "OpUConvert %uint %ulong_3")) << text;
}

TEST(Legalization, BranchWithEqualTargets) {
  // Required before SPIR-V 1.6 only.
  const KernelText kernel{.types = "%true = OpConstantTrue %bool\n",
                          .body = "OpBranchConditional %true %end %end\n%end = OpLabel\n"};
  auto admitted = admitBytes(assemble(kernel.text(), SPV_ENV_UNIVERSAL_1_3));
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_FALSE(contains(text, "OpBranchConditional")) << text;
}

TEST(Legalization, SizeOfBecomesAConstant) {
  KernelText kernel{.types =
                        "%v3 = OpTypeVector %f32 3\n%s = OpTypeStruct %i8 %v3 %i8\n"
                        "%sp = OpTypePointer Function %s\n",
                    .body =
                        "%v = OpVariable %sp Function\n%size = OpSizeOf %i32 %v\n"
                        "OpStore %data %size\n"};
  const std::string text = admittedText(kernel);
  EXPECT_FALSE(contains(text, "OpSizeOf")) << text;
  EXPECT_TRUE(contains(text, "OpConstant %uint 48")) << text;
}

TEST(Legalization, PointerBitcastToInteger) {
  const std::string text = admittedText({.body = "%b = OpBitcast %i64 %data\n"});
  EXPECT_TRUE(contains(text, "OpConvertPtrToU")) << text;
}

TEST(Legalization, DebugInformationGoesUnlessAskedFor) {
  KernelText kernel{.declarations = "%file = OpString \"a.cl\"\n", .body = "OpLine %file 3 1\n"};
  std::string text = kernel.text();
  CompileRequest request;
  request.modules = {assemble(text)};
  auto without = admitRequest(request);
  request.options.debugInfo = true;
  auto with = admitRequest(request);
  ASSERT_TRUE(without && with);
  EXPECT_FALSE(contains(disassembly(without->words), "OpLine"));
  EXPECT_TRUE(contains(disassembly(with->words), "OpLine"));
}

TEST(Legalization, DebugInformationOfClang) {
  std::ifstream file(DEBUG_MODULE, std::ios::binary);
  CompileRequest request;
  request.modules = {{std::istreambuf_iterator<char>(file), {}}};
  auto without = admitRequest(request);
  request.options.debugInfo = true;
  auto with = admitRequest(request);
  ASSERT_TRUE(without) << without.error();
  ASSERT_TRUE(with) << with.error();
  EXPECT_FALSE(contains(disassembly(without->words), "DebugFunction"));
  EXPECT_TRUE(contains(disassembly(with->words), "DebugFunction"));
}

// llvm-spirv has no storage class for pointers without an address space in Clang (to event_t, for
// example), and no number that SPIRV-Tools could parse instead.
TEST(Legalization, DebugInformationOfPointersWithoutAStorageClass) {
  std::vector<uint8_t> module = assemble(
      "OpCapability Addresses\nOpCapability Kernel\n"
      "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\nOpMemoryModel Physical64 OpenCL\n"
      "OpEntryPoint Kernel %k \"k\"\n%void = OpTypeVoid\n%type = OpTypeFunction %void\n"
      "%none = OpExtInst %void %debug DebugInfoNone\n"
      "%pointer = OpExtInst %void %debug DebugTypePointer %none StorageBuffer None\n"
      "%k = OpFunction %void None %type\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n");
  constexpr uint8_t kStorageBuffer = 12;
  const auto place =
      std::ranges::search(module, std::to_array<uint8_t>({kStorageBuffer, 0, 0, 0, 0, 0, 0, 0}));
  ASSERT_FALSE(place.empty());
  std::ranges::fill(place.begin(), place.begin() + 4, 0xff);
  CompileRequest request;
  request.modules = {module};
  EXPECT_TRUE(admitRequest(request));
  request.options.debugInfo = true;
  const auto admitted = admitRequest(request);
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_TRUE(contains(text, "DebugTypePointer")) << text;
}

// llvm-spirv writes tables of addresses like this. If the variables have several types, it casts.
TEST(Legalization, VariablesAsPartsOfConstants) {
  const std::string text = admittedText(
      {.declarations = "OpName %a \"a\"\n",
       .types = "%a = OpVariable %pointer CrossWorkgroup %zero\n"
                "%b = OpVariable %pointer CrossWorkgroup %one\n%two = OpConstant %i32 2\n"
                "%pair = OpTypeArray %pointer %two\n%s = OpTypeStruct %pair %i32\n"
                "%both = OpConstantComposite %pair %a %b\n%same = OpConstantComposite %pair %a %a\n"
                "%whole = OpConstantComposite %s %both %one\n"
                "%to_s = OpTypePointer CrossWorkgroup %s\n"
                "%table = OpVariable %to_s CrossWorkgroup %whole\n"});
  EXPECT_TRUE(contains(text, "OpSpecConstantOp %_ptr_CrossWorkgroup_uint Bitcast %a")) << text;
}

TEST(Legalization, FunctionVariablesAreNoPartsOfConstants) {
  const std::string reason =
      reasonOf({.types = "%local = OpTypePointer Function %i32\n%s = OpTypeStruct %local\n"
                         "%c = OpConstantComposite %s %v\n",
                .body = "%v = OpVariable %local Function\n"});
  EXPECT_NE(reason, "admitted");
}

TEST(Legalization, ErrorBoundsGo) {
  const std::string text = admittedText(
      {.capabilities = "OpCapability FPMaxErrorINTEL\nOpExtension \"SPV_INTEL_fp_max_error\"\n",
       .declarations = "OpDecorate %q FPMaxErrorDecorationINTEL 2.5\n",
       .types = "%a = OpConstant %f32 3\n",
       .body = "%q = OpFDiv %f32 %a %a\n"});
  EXPECT_TRUE(contains(text, "OpFDiv")) << text;
  EXPECT_FALSE(contains(text, "FPMaxErrorDecoration")) << text;
}

TEST(Legalization, PromisesOfUniformValuesGo) {
  const std::string text = admittedText({.capabilities = "OpCapability UniformDecoration\n",
                                         .declarations = "OpDecorate %q Uniform\n"
                                                         "OpDecorateId %r UniformId %one\n",
                                         .body = "%q = OpIAdd %i32 %one %one\n"
                                                 "%r = OpIAdd %i32 %one %q\n"});
  EXPECT_TRUE(contains(text, "OpIAdd")) << text;
  EXPECT_FALSE(contains(text, "Uniform")) << text;
}

TEST(Legalization, ConstantParameterIsAParameter) {
  const std::string text = admittedText({.declarations = "OpDecorate %data Constant\n"});
  EXPECT_TRUE(contains(text, "OpFunctionParameter")) << text;
  EXPECT_FALSE(contains(text, "Constant\n")) << text;
}

TEST(Legalization, BuiltInVariableWithANoteOfTheUser) {
  const std::string text =
      admittedText({.declarations = "OpDecorate %dim BuiltIn WorkDim\nOpDecorate %dim Constant\n"
                                    "OpDecorateString %dim UserSemantic \"note\"\n",
                    .types = "%in = OpTypePointer Input %i32\n%dim = OpVariable %in Input\n",
                    .body = "%d = OpLoad %i32 %dim\n"});
  EXPECT_TRUE(contains(text, "OpLoad")) << text;
}

// The grammar of SPIR-V has two names for the first operand, of this and of OpMemberDecorate.
TEST(Legalization, MemberOfAStructureWithANoteOfTheUserStoppedTheCompiler) {
  const std::string text =
      admittedText({.declarations = "OpMemberDecorateString %pair 1 UserSemantic \"note\"\n",
                    .types = "%pair = OpTypeStruct %i32 %i32\n%to = OpTypePointer Function %pair\n",
                    .body = "%v = OpVariable %to Function\n"});
  EXPECT_TRUE(contains(text, "OpTypeStruct")) << text;
}

TEST(Legalization, SeveralModulesAreLinked) {
  const std::string head =
      "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n"
      "OpMemoryModel Physical64 OpenCL\n";
  const std::string types =
      "%void = OpTypeVoid\n%i32 = OpTypeInt 32 0\n%p = OpTypePointer CrossWorkgroup %i32\n"
      "%ft = OpTypeFunction %i32 %i32\n%kt = OpTypeFunction %void %p\n%five = OpConstant %i32 5\n";
  const std::string user =
      head + "OpEntryPoint Kernel %k \"k\"\nOpDecorate %f LinkageAttributes \"twice\" Import\n" +
      types + "%f = OpFunction %i32 None %ft\n%fp = OpFunctionParameter %i32\nOpFunctionEnd\n" +
      "%k = OpFunction %void None %kt\n%kp = OpFunctionParameter %p\n%e = OpLabel\n"
      "%r = OpFunctionCall %i32 %f %five\nOpStore %kp %r\nOpReturn\nOpFunctionEnd\n";
  const std::string library =
      head + "OpDecorate %f LinkageAttributes \"twice\" Export\n" + types +
      "%f = OpFunction %i32 None %ft\n%fp = OpFunctionParameter %i32\n%e = OpLabel\n"
      "%r = OpIAdd %i32 %fp %fp\nOpReturnValue %r\nOpFunctionEnd\n";
  CompileRequest request;
  request.modules = {assemble(user), assemble(library)};
  auto linked = admitRequest(request);
  ASSERT_TRUE(linked) << linked.error();
  EXPECT_TRUE(contains(disassembly(linked->words), "OpIAdd"));
  EXPECT_EQ(linked->kernels.size(), 1u);
  request.modules.pop_back();
  auto alone = admitRequest(request);
  ASSERT_FALSE(alone);
  EXPECT_TRUE(contains(alone.error(), "the function 'twice' is declared but not defined"))
      << alone.error();
}

/// A module that exports a function `name` (of no arguments, or one that takes an int), and whose
/// kernel is called `kernel`.
std::vector<uint8_t> exporting(const std::string& name, const std::string& kernel,
                               bool takesInt = false) {
  const std::string parameter = takesInt ? " %i32" : "";
  return assemble(
      KernelText{.capabilities = "OpCapability Linkage\n",
                 .declarations = "OpDecorate %f LinkageAttributes \"" + name + "\" Export\n",
                 .types = "%gives = OpTypeFunction %i32" + parameter + "\n",
                 .functions = std::string("%f = OpFunction %i32 None %gives\n") +
                              (takesInt ? "%p = OpFunctionParameter %i32\n" : "") +
                              "%start = OpLabel\nOpReturnValue %one\nOpFunctionEnd\n",
                 .entryPoints = "OpEntryPoint Kernel %k \"" + kernel + "\"\n"}
          .text());
}

std::string diagnosticOfLinked(std::vector<std::vector<uint8_t>> modules) {
  CompileRequest request;
  request.modules = std::move(modules);
  const auto admitted = admitRequest(request);
  return admitted ? "admitted" : admitted.error();
}

TEST(Legalization, FunctionsOfOneNameInTwoModules) {
  EXPECT_EQ(diagnosticOfLinked({exporting("f", "one"), exporting("g", "two")}), "admitted");
  for (const bool takesInt : {false, true})
    EXPECT_NE(diagnosticOfLinked({exporting("f", "one"), exporting("f", "two", takesInt)})
                  .find("'f' is defined twice: in program 1 and in program 2"),
              std::string::npos);
}

TEST(Legalization, AKernelAndAFunctionOfOneNameInTwoModules) {
  EXPECT_NE(
      diagnosticOfLinked({exporting("f", "one"), exporting("g", "f")}).find("f is the name of"),
      std::string::npos);
}

TEST(Legalization, FunctionThatReturnsAnExtendedBool) {
  const std::string text = admittedText(
      {.declarations = "OpDecorate %isOdd FuncParamAttr Zext\n",
       .types = "%bt = OpTypeFunction %bool\n",
       .body = "%r = OpFunctionCall %bool %isOdd\n",
       .functions = "%isOdd = OpFunction %bool None %bt\n%oe = OpLabel\n"
                    "%o = OpIEqual %bool %one %one\nOpReturnValue %o\nOpFunctionEnd\n"});
  EXPECT_TRUE(contains(text, "FuncParamAttr Zext")) << text;
}

TEST(Legalization, FunctionOfAsManyParametersAsADeviceTakesBytes) {
  std::string types = "%many = OpTypeFunction %void";
  for (int i = 0; i < 4096; ++i) types += " %i8";
  EXPECT_TRUE(
      contains(admittedText({.types = types + "\n"}), "OpTypeFunction %void %uchar %uchar"));
}

/// A module with a kernel that reads its global id from a variable of its own.
std::vector<uint8_t> moduleWithGlobalId(const std::string& kernel) {
  return assemble(
      "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\nOpCapability Int64\n"
      "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"" +
      kernel +
      "\" %id\n"
      "OpName %id \"__spirv_BuiltInGlobalInvocationId\"\n"
      "OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %id Constant\n"
      "%void = OpTypeVoid\n%i64 = OpTypeInt 64 0\n%v3 = OpTypeVector %i64 3\n"
      "%p = OpTypePointer Input %v3\n%g = OpTypePointer CrossWorkgroup %i64\n"
      "%kt = OpTypeFunction %void %g\n%id = OpVariable %p Input\n"
      "%k = OpFunction %void None %kt\n%kp = OpFunctionParameter %g\n%e = OpLabel\n"
      "%v = OpLoad %v3 %id Aligned 32\n%x = OpCompositeExtract %i64 %v 0\n"
      "OpStore %kp %x Aligned 8\nOpReturn\nOpFunctionEnd\n");
}

TEST(Legalization, LinkedModulesShareTheirBuiltInVariables) {
  CompileRequest request;
  request.modules = {moduleWithGlobalId("first"), moduleWithGlobalId("second")};
  auto linked = admitRequest(request);
  ASSERT_TRUE(linked) << linked.error();
  EXPECT_EQ(linked->kernels.size(), 2u);
  const std::string text = disassembly(linked->words);
  const auto at = text.find("OpVariable");
  ASSERT_NE(at, text.npos) << text;
  EXPECT_EQ(text.find("OpVariable", at + 1), text.npos) << text;
}

}  // namespace
}  // namespace lanewise::test
