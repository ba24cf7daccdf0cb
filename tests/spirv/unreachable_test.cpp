// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that no kernel reaches are removed before validation, with what only they use. What
// kernels reach stays, whatever the module calls it by.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

/// A function `%f` without arguments whose body is `body`.
std::string function(const std::string& body, const std::string& name = "f") {
  return "%" + name + " = OpFunction %void None %plain\n%" + name + "e = OpLabel\n" + body +
         "OpReturn\nOpFunctionEnd\n";
}

constexpr const char* kTypes =
    "%plain = OpTypeFunction %void\n"
    "%pipe = OpTypePipe ReadOnly\n"
    "%pipePointer = OpTypePointer Function %pipe\n";
constexpr const char* kUsesPipe = "%slot = OpVariable %pipePointer Function\n";
constexpr const char* kCapabilities = "OpCapability Pipes\n";

CompileRequest withoutPipes() { return requestWithout("__opencl_c_pipes"); }

TEST(Unreachable, FunctionIsRemovedWithItsTypesNamesAndCapabilities) {
  const auto admitted = admitText(KernelText{.capabilities = kCapabilities,
                                             .declarations = "OpName %slot \"slot\"\n",
                                             .types = kTypes,
                                             .functions = function(kUsesPipe)}
                                      .text(),
                                  withoutPipes());
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_EQ(text.find("OpTypePipe"), text.npos) << text;
  EXPECT_EQ(text.find("Pipes"), text.npos) << text;
  EXPECT_EQ(text.find("slot"), text.npos) << text;
}

TEST(Unreachable, FunctionThatAKernelReachesStays) {
  const auto withCall = [](const std::string& call) {
    return diagnosticOf(KernelText{.capabilities = kCapabilities,
                                   .declarations = "OpName %f \"helper\"\n",
                                   .types = kTypes,
                                   .body = call,
                                   .functions = function(kUsesPipe) +
                                                function("%d = OpFunctionCall %void %f\n", "g")}
                            .text(),
                        withoutPipes());
  };
  for (const char* callee : {"%f", "%g"}) {
    const std::string all = withCall(std::string("%c = OpFunctionCall %void ") + callee + "\n");
    EXPECT_TRUE(all.ends_with("unsupported: pipes (SPIR-V capability Pipes)"))
        << callee << ": " << all;
  }
  EXPECT_EQ(withCall(""), "admitted");
}

TEST(Unreachable, DiagnosticNamesFunctionKernelAndLine) {
  CompileRequest request = withoutPipes();
  request.modules.push_back(assemble(
      KernelText{.capabilities = kCapabilities,
                 .declarations = "%file = OpString \"/folder/a.cl\"\nOpName %f \"helper\"\n",
                 .types = kTypes,
                 .body = "%c = OpFunctionCall %void %f\n",
                 .functions = function(std::string("OpLine %file 7 9\n") + kUsesPipe)}
          .text()));
  const auto admitted = admit::admit(request);
  ASSERT_FALSE(admitted);
  EXPECT_EQ(
      render(admitted.error()),
      "a.cl:7:9: error: unsupported: pipes (SPIR-V capability Pipes), in function 'helper', used in "
      "kernel 'k'\n");
}

TEST(Unreachable, CapabilityThatIsDeclaredWithoutUseIsStillReported) {
  EXPECT_EQ(reasonOf({.capabilities = kCapabilities}, withoutPipes()),
            "OpCapability: unsupported: pipes (SPIR-V capability Pipes)");
}

TEST(Unreachable, DebugInformationOfARemovedFunctionStaysValid) {
  const std::string declarations =
      "%file = OpString \"a.cl\"\n%name = OpString \"f\"\n%none = OpString \"\"\n";
  const std::string types =
      std::string(kTypes) +
      "%source = OpExtInst %void %debug DebugSource %file\n"
      "%unit = OpExtInst %void %debug DebugCompilationUnit 65536 4 %source OpenCL_C\n"
      "%dt = OpExtInst %void %debug DebugTypeFunction None %void\n"
      "%df = OpExtInst %void %debug DebugFunction %name %dt %source 1 0 %unit %none None 1 %f\n";
  CompileRequest request = withoutPipes();
  request.options.debugInfo = true;
  request.modules.push_back(
      assemble(KernelText{.capabilities = std::string(kCapabilities) +
                                          "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\n",
                          .declarations = declarations,
                          .types = types,
                          .functions = function(kUsesPipe)}
                   .text()));
  const auto admitted = admitRequest(request);
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_NE(text.find("DebugInfoNone"), text.npos) << text;
}

TEST(Unreachable, ExportedFunctionThatAnotherModuleImportsStays) {
  const std::string exported =
      KernelText{.capabilities = std::string("OpCapability Linkage\n") + kCapabilities,
                 .declarations = "OpDecorate %f LinkageAttributes \"helper\" Export\n",
                 .types = kTypes,
                 .functions = function(kUsesPipe),
                 .entryPoints = "OpEntryPoint Kernel %k \"other\"\n"}
          .text();
  const auto user = [](const std::string& body) {
    std::string text =
        KernelText{.capabilities = "OpCapability Linkage\n",
                   .declarations = "OpDecorate %f LinkageAttributes \"helper\" Import\n",
                   .types =
                       "%plain = OpTypeFunction %void\n"
                       "%f = OpFunction %void None %plain\nOpFunctionEnd\n",
                   .body = body}
            .text();
    return text;
  };
  CompileRequest request = withoutPipes();
  request.modules = {assemble(user("")), assemble(exported)};
  const auto unused = admitRequest(request);
  EXPECT_TRUE(unused) << unused.error();
  request.modules[0] = assemble(user("%c = OpFunctionCall %void %f\n"));
  const auto used = admitRequest(request);
  ASSERT_FALSE(used);
  EXPECT_TRUE(used.error().starts_with("module 2: word ")) << used.error();
}

}  // namespace
}  // namespace lanewise::test
