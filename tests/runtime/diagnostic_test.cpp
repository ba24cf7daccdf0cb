// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as text: place, kind, function and kernels; the build log; and the outcome of a
// build.
#include "interface/compile_reply.h"

#include <gtest/gtest.h>

namespace lanewise {
namespace {

TEST(Diagnostic, HasSourcePlaceKindAndText) {
  Diagnostic diagnostic{.kind = DiagnosticKind::InvalidInput,
                        .text = "recursion",
                        .source = {.file = "a.cl", .line = 3, .column = 5}};
  EXPECT_EQ(render(diagnostic), "a.cl:3:5: error: recursion\n");
  diagnostic.source.column = 0;
  diagnostic.kind = DiagnosticKind::Unsupported;
  EXPECT_EQ(render(diagnostic), "a.cl:3: error: unsupported: recursion\n");
  diagnostic.source.line = 0;
  diagnostic.kind = DiagnosticKind::Warning;
  EXPECT_EQ(render(diagnostic), "a.cl: warning: recursion\n");
}

TEST(Diagnostic, HasModulePlaceWithoutSourcePlace) {
  Diagnostic diagnostic{.kind = DiagnosticKind::Unsupported,
                        .text = "capability Shader",
                        .module = {.wordOffset = 7, .instruction = "OpCapability"}};
  EXPECT_EQ(render(diagnostic), "word 7 (OpCapability): error: unsupported: capability Shader\n");
  diagnostic.module.number = 2;
  EXPECT_EQ(placeText(diagnostic), "module 2, word 7 (OpCapability)");
  diagnostic.module.wordOffset = 0;
  EXPECT_EQ(placeText(diagnostic), "module 2, OpCapability");
  diagnostic.source.file = "a.cl";
  EXPECT_EQ(placeText(diagnostic), "a.cl");
}

TEST(Diagnostic, NamesFunctionAndKernels) {
  Diagnostic diagnostic{.text = "broken", .function = "helper"};
  EXPECT_EQ(render(diagnostic), "internal error: broken, in function 'helper'\n");
  diagnostic.kernels = {"a", "b"};
  EXPECT_EQ(render(diagnostic),
            "internal error: broken, in function 'helper', used in kernels 'a', 'b'\n");
  diagnostic.function = "b";
  EXPECT_EQ(render(diagnostic), "internal error: broken, in kernel 'b', used in kernel 'a'\n");
  diagnostic.kernels = {"b"};
  EXPECT_EQ(render(diagnostic), "internal error: broken, in kernel 'b'\n");
  diagnostic.function = "";
  EXPECT_EQ(render(diagnostic), "internal error: broken, used in kernel 'b'\n");
}

TEST(Diagnostic, BuildLogHasAllButRemarks) {
  const std::vector<Diagnostic> diagnostics = {
      {.kind = DiagnosticKind::Remark, .text = "one"},
      {.kind = DiagnosticKind::Warning, .text = "two"},
      {.kind = DiagnosticKind::InvalidInput, .text = "three", .rendered = "as Clang prints it\n"}};
  EXPECT_EQ(buildLog(diagnostics), "warning: two\nas Clang prints it\n");
}

TEST(Diagnostic, KindsDecideTheOutcome) {
  std::vector<Diagnostic> diagnostics = {{.kind = DiagnosticKind::Remark},
                                         {.kind = DiagnosticKind::Warning}};
  EXPECT_EQ(outcomeOf(diagnostics), Outcome::Ok);
  EXPECT_FALSE(hasErrors(diagnostics));
  diagnostics.push_back({.kind = DiagnosticKind::Unsupported});
  EXPECT_EQ(outcomeOf(diagnostics), Outcome::Rejected);
  diagnostics.push_back({.kind = DiagnosticKind::InternalError});
  EXPECT_EQ(outcomeOf(diagnostics), Outcome::Failed);
  EXPECT_TRUE(hasErrors(diagnostics));
}

TEST(Diagnostic, TravelsInTheReply) {
  CompileReply reply;
  reply.diagnostics = {{.kind = DiagnosticKind::Remark,
                        .text = "text",
                        .source = {.file = "a.cl", .line = 1, .column = 2},
                        .module = {.number = 1, .wordOffset = 2, .instruction = "OpLoad %7"},
                        .function = "helper",
                        .kernels = {"a", "b"},
                        .rendered = "rendered"}};
  const auto back = decodeReply(encode(reply));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, reply);
}

}  // namespace
}  // namespace lanewise
