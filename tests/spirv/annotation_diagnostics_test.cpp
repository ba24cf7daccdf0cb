// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One test for each diagnostic about names and decorations. Others are in diagnostics_test.cpp.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

const char kLinkage[] = "OpCapability Linkage\n";

/// A second function `f(x)` that the kernel calls, for decorations of parameters.
KernelText withFunction(const std::string& declarations, const std::string& parameterType,
                        const std::string& moreTypes = "") {
  return {.capabilities = kLinkage,
          .declarations = declarations,
          .types = moreTypes + "%ft = OpTypeFunction %void " + parameterType + "\n",
          .body = "%argument = OpUndef " + parameterType +
                  "\n%call = OpFunctionCall %void %f %argument\n",
          .functions = "%f = OpFunction %void None %ft\n%x = OpFunctionParameter " + parameterType +
                       "\n%fe = OpLabel\nOpReturn\nOpFunctionEnd\n"};
}

TEST(AnnotationDiagnostics, TheFunctionWithoutDecorationsIsAdmitted) {
  EXPECT_EQ(reasonOf(withFunction("", "%i32")), "admitted");
}

TEST(AnnotationDiagnostics, LinkageNameOfTheCompiler) {
  EXPECT_EQ(reasonOf(withFunction(
                "OpDecorate %f LinkageAttributes \"llvm.memcpy.p1.p1.i64\" Export\n", "%i32")),
            "OpDecorate: the name 'llvm.memcpy.p1.p1.i64' belongs to the compiler");
}

TEST(AnnotationDiagnostics, LinkageNameOfAVariableThatIsAKernelsName) {
  EXPECT_EQ(reasonOf({.capabilities = kLinkage,
                      .declarations = "OpDecorate %v LinkageAttributes \"k\" Export\n",
                      .types = "%v = OpVariable %pointer CrossWorkgroup %zero\n"}),
            "OpDecorate: the name 'k' is also that of a kernel");
}

TEST(AnnotationDiagnostics, LinkageNameOfWhatHasNone) {
  EXPECT_EQ(reasonOf({.capabilities = kLinkage,
                      .declarations = "OpDecorate %one LinkageAttributes \"one\" Export\n"}),
            "OpDecorate: the target %3 is neither a function nor a variable");
}

TEST(AnnotationDiagnostics, DecorationBehindItsTarget) {
  // The validator checks the order of a module's sections, but not that the id of a name is
  // decorated.
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %std Alignment 4\n"}),
            "OpDecorate: the target %1, an OpExtInstImport, takes no decoration");
}

TEST(AnnotationDiagnostics, ByValueOfWhatHasNoSize) {
  EXPECT_EQ(reasonOf(withFunction("OpDecorate %x FuncParamAttr ByVal\n", "%opaque",
                                  "%opaqueType = OpTypeOpaque \"opaque\"\n"
                                  "%opaque = OpTypePointer Function %opaqueType\n")),
            "OpDecorate: the parameter %3 points to a type without a size");
}

TEST(AnnotationDiagnostics, StructReturnOfWhatHasNoSize) {
  EXPECT_EQ(reasonOf(withFunction("OpDecorate %x FuncParamAttr Sret\n", "%opaque",
                                  "%opaqueType = OpTypeOpaque \"opaque\"\n"
                                  "%opaque = OpTypePointer Function %opaqueType\n")),
            "OpDecorate: the parameter %3 points to a type without a size");
}

TEST(AnnotationDiagnostics, StructReturnOfAKernel) {
  EXPECT_EQ(
      reasonOf({.declarations = "OpDecorate %data FuncParamAttr Sret\n"}),
      "OpDecorate: the parameter %3 is Sret, but not the first of a function that is no kernel");
}

TEST(AnnotationDiagnostics, StructReturnOfTheSecondParameter) {
  const KernelText kernel{.declarations = "OpDecorate %b FuncParamAttr Sret\n",
                          .types = "%ft = OpTypeFunction %void %pointer %pointer\n",
                          .body = "%call = OpFunctionCall %void %f %data %data\n",
                          .functions =
                              "%f = OpFunction %void None %ft\n"
                              "%a = OpFunctionParameter %pointer\n"
                              "%b = OpFunctionParameter %pointer\n"
                              "%fe = OpLabel\nOpReturn\nOpFunctionEnd\n"};
  EXPECT_EQ(
      reasonOf(kernel),
      "OpDecorate: the parameter %3 is Sret, but not the first of a function that is no kernel");
}

TEST(AnnotationDiagnostics, ByValueOfAValue) {
  EXPECT_EQ(reasonOf(withFunction("OpDecorate %x FuncParamAttr ByVal\n", "%i32")),
            "OpDecorate: the target %3 is not a pointer, as the attribute demands");
}

TEST(AnnotationDiagnostics, ByValueOfAFunction) {
  const KernelText kernel{.declarations = "OpDecorate %f FuncParamAttr ByVal\n",
                          .types = "%ft = OpTypeFunction %pointer\n",
                          .body = "%call = OpFunctionCall %pointer %f\n",
                          .functions =
                              "%f = OpFunction %pointer None %ft\n%fe = OpLabel\n"
                              "%null = OpUndef %pointer\nOpReturnValue %null\n"
                              "OpFunctionEnd\n"};
  EXPECT_EQ(reasonOf(kernel), "OpDecorate: the target %3 is not a parameter");
}

TEST(AnnotationDiagnostics, ParameterAttributeOfWhatIsNoParameter) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %one FuncParamAttr Zext\n"}),
            "OpDecorate: the target %3 is not a function or a parameter");
}

TEST(AnnotationDiagnostics, BothZeroAndSignExtended) {
  EXPECT_EQ(reasonOf(withFunction(
                "OpDecorate %x FuncParamAttr Zext\nOpDecorate %x FuncParamAttr Sext\n", "%i8")),
            "OpDecorate: the target %3 is both Zext and Sext");
}

TEST(AnnotationDiagnostics, BothByValueAndStructReturn) {
  EXPECT_EQ(
      reasonOf(withFunction("OpDecorate %x FuncParamAttr ByVal\nOpDecorate %x FuncParamAttr Sret\n",
                            "%private", "%private = OpTypePointer Function %i32\n")),
      "OpDecorate: the target %3 is both ByVal and Sret");
}

TEST(AnnotationDiagnostics, BuiltInVariableOfAnotherStorageClass) {
  EXPECT_EQ(reasonOf({.declarations = "OpDecorate %id BuiltIn WorkDim\n",
                      .types = "%in = OpTypePointer CrossWorkgroup %i32\n"
                               "%id = OpVariable %in CrossWorkgroup\n"}),
            "OpDecorate: the target %3 is not a variable of storage class Input");
}

// The validator reports the rest, with messages that depend on its version.
TEST(AnnotationDiagnostics, TwoBuiltInVariablesInOne) {
  EXPECT_NE(reasonOf({.capabilities = "OpCapability SubgroupDispatch\n",
                      .declarations = "OpDecorate %id BuiltIn WorkDim\n"
                                      "OpDecorate %id BuiltIn SubgroupId\n",
                      .types = "%in = OpTypePointer Input %i32\n%id = OpVariable %in Input\n"}),
            "admitted");
}

TEST(AnnotationDiagnostics, TwoLinkageNames) {
  EXPECT_NE(reasonOf(withFunction("OpDecorate %f LinkageAttributes \"a\" Export\n"
                                  "OpDecorate %f LinkageAttributes \"b\" Export\n",
                                  "%i32")),
            "admitted");
}

TEST(AnnotationDiagnostics, MemberOfWhatIsNoStruct) {
  EXPECT_NE(reasonOf({.declarations = "OpMemberDecorate %i32 0 Alignment 4\n"}), "admitted");
}

TEST(AnnotationDiagnostics, MemberThatTheStructDoesNotHave) {
  EXPECT_NE(reasonOf({.declarations = "OpMemberDecorate %pair 2 Alignment 4\n",
                      .types = "%pair = OpTypeStruct %i32 %i32\n"}),
            "admitted");
}

TEST(AnnotationDiagnostics, DecorationThatAMemberDoesNotTake) {
  EXPECT_NE(reasonOf({.declarations = "OpMemberDecorate %pair 0 FuncParamAttr Zext\n",
                      .types = "%pair = OpTypeStruct %i32 %i32\n"}),
            "admitted");
}

}  // namespace
}  // namespace lanewise::test
