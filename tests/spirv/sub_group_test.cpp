// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-group instructions: each row of sub_group_instructions.def is accepted in its valid forms and
// rejected in every invalid form that the table distinguishes.
#include "tests/spirv/assemble.h"

#include <algorithm>

namespace lanewise::test {
namespace {

struct Row {
  std::string name, form, value;
  bool isOf(std::initializer_list<const char*> forms) const {
    return std::ranges::find(forms, form) != forms.end();
  }
  /// Instead of sub-groups; or in addition to them.
  bool isForWorkGroupsOnly() const { return mayBeForWorkGroups() && name.ends_with("KHR"); }
  bool mayBeForWorkGroups() const {
    return name.starts_with("Group") && !name.starts_with("GroupNonUniform");
  }
  /// Besides the type of valuesOf().
  bool accepts(const std::string& type) const {
    if (value == "Scalar") return type == "%f32";
    if (value == "Number") return type == "%f32" || type == "%v4";
    return value == "Any" && type != "%pointer";
  }
  bool hasScope() const { return !form.starts_with("Intel") && !isOf({"BlockRead", "BlockWrite"}); }
};

const std::vector<Row>& rows() {
  static const auto& all = *new std::vector<Row>{
#define SUB_GROUP_INSTRUCTION(name, form, value, operation) {#name, #form, #value},
#include "compiler/admit/sub_group_instructions.def"
  };
  return all;
}

struct Values {
  std::string type, value;
};

/// The parts of an instruction; a test changes one.
struct Parts {
  std::string result, value, scope = "%three", operation = "", rest = "";
};

Values valuesOf(const Row& row) {
  if (row.value == "Bool") return {"%bool", "%truth"};
  if (row.value == "Float") return {"%f32", "%number"};
  if (row.value == "Ballot") return {"%v4", "%bits"};
  if (row.value == "Pointer") return {"%pointer", "%data"};
  return {"%i32", "%one"};
}

Parts rightParts(const Row& row) {
  const Values values = valuesOf(row);
  Parts parts{.result = values.type, .value = values.value};
  if (row.isOf({"Elect", "AllEqual", "InverseBallot", "BallotBitExtract"})) parts.result = "%bool";
  if (row.isOf({"BallotBitCount", "BallotFindLSB", "BallotFindMSB", "BlockRead"}))
    parts.result = "%i32";
  if (row.form == "Ballot") parts.result = "%v4";
  if (row.isOf({"Collective", "BallotBitCount"})) parts.operation = "Reduce";
  if (row.value == "Nothing") parts.value = "";
  if (row.form == "BallotBitExtract") parts.rest = "%one";
  if (row.isOf({"Broadcast", "Shuffle", "ShuffleXor", "ShuffleUp", "ShuffleDown", "Rotate",
                "IntelShuffle", "IntelShuffleXor"}))
    parts.rest = "%one";
  if (row.isOf({"IntelShuffleDown", "IntelShuffleUp"})) parts.rest = values.value + " %one";
  if (row.form == "BlockWrite") parts.result = "", parts.rest = "%one";
  if (row.isForWorkGroupsOnly()) parts.scope = "%two";
  if (!row.hasScope()) parts.scope = "";
  return parts;
}

std::string textOf(const Row& row, const Parts& parts) {
  std::string text =
      parts.result.empty() ? "Op" + row.name : "%r = Op" + row.name + " " + parts.result;
  for (const std::string* part : {&parts.scope, &parts.operation, &parts.value, &parts.rest})
    if (!part->empty()) text += " " + *part;
  return text + "\n";
}

KernelText kernelWith(const std::string& body) {
  std::string capabilities = "OpCapability SubgroupDispatch\nOpCapability Groups\n";
  for (const char* name :
       {"", "Vote", "Ballot", "Arithmetic", "Shuffle", "ShuffleRelative", "Clustered", "RotateKHR"})
    capabilities += std::string("OpCapability GroupNonUniform") + name + "\n";
  capabilities +=
      "OpCapability SubgroupShuffleINTEL\nOpCapability SubgroupBufferBlockIOINTEL\n"
      "OpCapability GroupUniformArithmeticKHR\n"
      "OpExtension \"SPV_KHR_uniform_group_instructions\"\n"
      "OpExtension \"SPV_INTEL_subgroups\"\nOpExtension \"SPV_KHR_subgroup_rotate\"\n";
  return {.capabilities = capabilities,
          .types =
              "%v4 = OpTypeVector %i32 4\n%three = OpConstant %i32 3\n%two = OpConstant %i32 2\n"
              "%truth = OpConstantTrue %bool\n%number = OpConstant %f32 1\n"
              "%bits = OpConstantNull %v4\n%private = OpTypePointer Function %i32\n"
              "%bytes = OpTypePointer CrossWorkgroup %i8\n",
          .body = body};
}

std::string reasonOfParts(const Row& row, const Parts& parts) {
  const std::string all = diagnosticOf(kernelWith(textOf(row, parts)).text());
  const size_t reason = all.find(row.name);
  return reason == all.npos ? all : all.substr(reason);
}

TEST(SubGroups, EveryInstructionIsAdmitted) {
  for (const Row& row : rows())
    EXPECT_EQ(reasonOfParts(row, rightParts(row)), "admitted") << row.name;
}

TEST(SubGroups, EveryGroupOperationIsAdmitted) {
  for (const Row& row : rows()) {
    Parts parts = rightParts(row);
    if (parts.operation.empty()) continue;
    for (const char* operation : {"Reduce", "InclusiveScan", "ExclusiveScan"}) {
      parts.operation = operation;
      EXPECT_EQ(reasonOfParts(row, parts), "admitted") << row.name << " " << operation;
    }
    if (row.form != "Collective" || !row.name.starts_with("GroupNonUniform")) continue;
    parts.operation = "ClusteredReduce";
    parts.rest = "%one";
    EXPECT_EQ(reasonOfParts(row, parts), "admitted") << row.name << " in clusters";
  }
}

TEST(SubGroups, TheScopeThatAnInstructionDoesNotHaveIsNamed) {
  for (const Row& row : rows()) {
    if (!row.hasScope()) continue;
    Parts parts = rightParts(row);
    const auto expectReason = [&](const char* scope, bool isRight, const char* reason) {
      parts.scope = scope;
      const std::string actual = reasonOfParts(row, parts);
      if (isRight)
        EXPECT_EQ(actual, "admitted") << row.name << " " << scope;
      else
        EXPECT_NE(actual.find(reason), std::string::npos) << row.name << ": " << actual;
    };
    expectReason("%two", row.mayBeForWorkGroups(),
                 "the scope is the work-group, not the sub-group");
    expectReason("%three", !row.isForWorkGroupsOnly(),
                 "the scope is the sub-group, not the work-group");
    parts.scope = "%one";
    EXPECT_NE(reasonOfParts(row, parts), "admitted") << row.name;
  }
}

TEST(SubGroups, BroadcastsAreFromOneToThreeIntegers) {
  const auto reason = [](const std::string& place) {
    KernelText kernel = kernelWith("%r = OpGroupBroadcast %f32 %two %number " + place + "\n");
    kernel.types +=
        "%v2 = OpTypeVector %i32 2\n%v3 = OpTypeVector %i32 3\n%f2 = OpTypeVector %f32 2\n"
        "%place2 = OpConstantNull %v2\n%place3 = OpConstantNull %v3\n"
        "%numbers = OpConstantNull %f2\n";
    return diagnosticOf(kernel.text());
  };
  for (const char* right : {"%one", "%place2", "%place3"})
    EXPECT_EQ(reason(right), "admitted") << right;
  for (const char* wrong : {"%bits", "%number", "%numbers", "%truth", "%data"})
    EXPECT_NE(reason(wrong), "admitted") << wrong;
}

TEST(SubGroups, OperationsThatAnInstructionDoesNotHave) {
  for (const Row& row : rows()) {
    Parts parts = rightParts(row);
    if (parts.operation.empty()) continue;
    parts.operation = "ClusteredReduce";
    EXPECT_NE(reasonOfParts(row, parts), "admitted") << row.name << " without a cluster size";
    if (row.form != "Collective" || !row.name.starts_with("GroupNonUniform")) continue;
    parts.rest = "%zero";
    EXPECT_NE(reasonOfParts(row, parts), "admitted") << row.name << " in clusters of none";
    parts.operation = "Reduce", parts.rest = "%one";
    EXPECT_NE(reasonOfParts(row, parts), "admitted") << row.name << " with a needless cluster size";
  }
}

TEST(SubGroups, ValuesOfOtherTypes) {
  for (const Row& row : rows()) {
    const Parts right = rightParts(row);
    for (const Values& other : {Values{"%bool", "%truth"},
                                {"%f32", "%number"},
                                {"%i32", "%one"},
                                {"%v4", "%bits"},
                                {"%pointer", "%data"}}) {
      if (row.value == "Nothing" || other.value == right.value) continue;
      // Instructions that accept several types return the same type.
      const bool any = row.accepts(other.type);
      Parts parts = right;
      parts.value = other.value;
      if (row.form == "AllEqual" && any) continue;
      EXPECT_NE(reasonOfParts(row, parts), "admitted") << textOf(row, parts);
      if (row.isOf({"Collective", "All", "Any", "Broadcast", "BroadcastFirst", "Shuffle",
                    "ShuffleXor", "ShuffleUp", "ShuffleDown", "Rotate", "IntelShuffle",
                    "IntelShuffleXor"})) {
        parts.result = other.type;
        EXPECT_EQ(reasonOfParts(row, parts) == "admitted", any) << textOf(row, parts);
      }
    }
  }
}

// LLVM ended the process for a floating-point number.
TEST(SubGroups, PlacesOfIntelsShufflesAreIntegers) {
  for (const Row& row : rows()) {
    if (!row.form.starts_with("IntelShuffle")) continue;
    Parts parts = rightParts(row);
    const std::string before = parts.rest.substr(0, parts.rest.rfind("%one"));
    for (const char* place : {"%number", "%truth", "%bits", "%data"}) {
      parts.rest = before + place;
      EXPECT_NE(reasonOfParts(row, parts).find("is not an integer"), std::string::npos)
          << textOf(row, parts) << reasonOfParts(row, parts);
    }
  }
}

TEST(SubGroups, BlocksAreOfSharedMemoryAndOfWhatIsPointedTo) {
  const auto reason = [](const std::string& body) { return diagnosticOf(kernelWith(body).text()); };
  EXPECT_NE(reason("%p = OpVariable %private Function\n%r = OpSubgroupBlockReadINTEL %i32 %p\n")
                .find("the block is neither in global nor in local memory"),
            std::string::npos);
  EXPECT_NE(reason("%r = OpSubgroupBlockReadINTEL %f32 %data\n")
                .find("the data are not of the type pointed to"),
            std::string::npos);
  EXPECT_EQ(reason("%r = OpSubgroupBlockReadINTEL %v4 %data\nOpSubgroupBlockWriteINTEL %data %r\n"),
            "admitted");
}

TEST(SubGroups, BlocksOfImagesAreOf2DImagesAndIntegers) {
  const auto reason = [](const std::string& image, const std::string& body) {
    return diagnosticOf(KernelText{
        .capabilities =
            "OpCapability SubgroupImageBlockIOINTEL\nOpCapability "
            "ImageBasic\nOpCapability ImageReadWrite\nOpExtension \"SPV_INTEL_subgroups\"\n",
        .types = "%image = OpTypeImage %void " + image +
                 " 0 Unknown ReadWrite\n"
                 "%two = OpTypeVector %i32 2\n%four = OpTypeVector %i32 4\n"
                 "%three = OpTypeVector %i32 3\n"
                 "%floats = OpTypeVector %f32 2\n%at = OpConstantNull %two\n"
                 "%wrong = OpConstantNull %floats\n"
                 "%blocks = OpTypeFunction %void %image\n",
        .functions = "%g = OpFunction %void None %blocks\n"
                     "%a = OpFunctionParameter %image\n%first = OpLabel\n" +
                     body + "OpReturn\nOpFunctionEnd\n",
        .entryPoints = "OpEntryPoint Kernel %g \"g\"\n"}
                            .text());
  };
  const std::string both =
      "%r = OpSubgroupImageBlockReadINTEL %four %a %at\n"
      "OpSubgroupImageBlockWriteINTEL %a %at %r\n";
  EXPECT_EQ(reason("2D 0 0 0", both), "admitted");
  for (const char* image : {"3D 0 0 0", "2D 1 0 0", "2D 0 1 0"})
    EXPECT_NE(reason(image, both).find("the image is no 2D image"), std::string::npos) << image;
  EXPECT_NE(reason("2D 0 0 0", "%r = OpSubgroupImageBlockReadINTEL %four %a %wrong\n")
                .find("the coordinate is not two integers of 32 bits"),
            std::string::npos);
  for (const std::string data : {"%floats", "%three"})
    EXPECT_NE(reason("2D 0 0 0", "%r = OpSubgroupImageBlockReadINTEL " + data + " %a %at\n")
                  .find("the data are not one, two, four, eight or 16 integers"),
              std::string::npos)
        << data;
}

TEST(SubGroups, RequiredSizeIsOneThatThereIs) {
  const auto withMode = [](const std::string& mode) {
    KernelText kernel = kernelWith("");
    kernel.entryPoints += "OpExecutionMode %k " + mode + "\n";
    return admitText(kernel.text());
  };
  const auto three = withMode("SubgroupSize 3");
  ASSERT_FALSE(three);
  EXPECT_NE(
      three.error().find(
          "unsupported: required sub-groups of 3 work-items (supported sizes: 1, 4, 8, 16, 32, 64)"),
      std::string::npos)
      << three.error();
  for (const uint32_t size : {1, 4, 8, 16, 32, 64}) {
    const auto admitted = withMode("SubgroupSize " + std::to_string(size));
    ASSERT_TRUE(admitted) << admitted.error();
    EXPECT_EQ(admitted->kernels[0].requiredSubGroupSize, size);
    EXPECT_EQ(admitted->kernels[0].requiredSubGroupCount, 0u);
  }
  const auto five = withMode("SubgroupsPerWorkgroup 5");
  ASSERT_TRUE(five) << five.error();
  EXPECT_EQ(five->kernels[0].requiredSubGroupCount, 5u);
  EXPECT_EQ(five->kernels[0].requiredSubGroupSize, 0u);
}

TEST(SubGroups, RequiredCountByAnId) {
  KernelText kernel = kernelWith("");
  kernel.entryPoints += "OpExecutionModeId %k SubgroupsPerWorkgroupId %three\n";
  const auto admitted = admitText(kernel.text());
  ASSERT_TRUE(admitted) << admitted.error();
  EXPECT_EQ(admitted->kernels[0].requiredSubGroupCount, 3u);
}

TEST(SubGroups, MasksHaveFourComponents) {
  const auto reason = [](const std::string& type) {
    KernelText kernel = kernelWith("");
    kernel.types += "%in = OpTypePointer Input " + type + "\n%mask = OpVariable %in Input\n";
    kernel.declarations = "OpDecorate %mask BuiltIn SubgroupEqMask\n";
    return diagnosticOf(kernel.text());
  };
  EXPECT_EQ(reason("%v4"), "admitted");
  EXPECT_NE(reason("%i32").find("does not have the type of SubgroupEqMask"), std::string::npos);
}

// The translator ended the process for one.
TEST(SubGroups, ComponentsOfMasksAreTakenOutOfTheWhole) {
  const auto textOf = [](const std::string& use) {
    KernelText kernel = kernelWith("%part = OpAccessChain %inPart %mask %one\n" + use);
    kernel.types +=
        "%in = OpTypePointer Input %v4\n%inPart = OpTypePointer Input %i32\n"
        "%mask = OpVariable %in Input\n";
    kernel.declarations = "OpName %part \"part\"\nOpDecorate %mask BuiltIn SubgroupEqMask\n";
    return kernel.text();
  };
  const auto admitted = admitText(textOf("%value = OpLoad %i32 %part\nOpStore %data %value\n"));
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_EQ(text.find("OpAccessChain"), std::string::npos) << text;
  EXPECT_NE(text.find("OpVectorExtractDynamic"), std::string::npos) << text;
  EXPECT_NE(
      diagnosticOf(textOf("OpCopyMemory %data %part\n")).find("is used otherwise than by OpLoad"),
      std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
