// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of cache entries: decoding returns what was encoded, or nothing.
#include "interface/stored_build.h"

#include "interface/dependency.h"
#include "runtime/cache/find_reply.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/sign_again.h"

#include <gtest/gtest.h>
#include <utility>

namespace lanewise {
namespace {

StoredBuild someBuild() {
  StoredBuild build;
  build.request = test::fakeRequest("ok");
  build.request.specializationConstants = {{7, {1, 2, 3, 4}}};
  build.request.options.madEnable = true;
  for (const char* compiler : {"one", "two"}) {
    CompileReply reply;
    reply.outcome = Outcome::Ok;
    reply.diagnostics = {{.kind = DiagnosticKind::Remark,
                          .text = std::string("made by ") + compiler,
                          .source = {.file = "a.cl", .line = 3, .column = 5},
                          .kernels = {"fill"}}};
    reply.code = {1, 2, 3, 4, 5, 6, 7};
    reply.kernels.resize(1);
    reply.kernels[0].name = "fill";
    build.replies.push_back({compiler, reply});
  }
  return build;
}

TEST(StoredBuild, ComesBack) {
  const StoredBuild build = someBuild();
  const auto back = decodeStoredBuild(encode(build));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->request, build.request);
  ASSERT_EQ(back->replies.size(), 2u);
  EXPECT_EQ(back->replies[1].compilerIdentity, "two");
  EXPECT_EQ(back->replies[1].reply, build.replies[1].reply);
}

TEST(StoredBuild, EveryDamagedBitIsFound) {
  std::vector<uint8_t> bytes = encode(someBuild());
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] ^= uint8_t(1 << bit);
      EXPECT_FALSE(decodeStoredBuild(bytes)) << "byte " << at << " bit " << bit;
      bytes[at] ^= uint8_t(1 << bit);
    }
  EXPECT_TRUE(decodeStoredBuild(bytes));
}

TEST(StoredBuild, ContentThatLiesIsReadOrRefused) {
  // With a valid checksum again, as an attacker could write it.
  constexpr size_t kChecksumAt = 16, kContentAt = 32;
  std::vector<uint8_t> bytes = encode(someBuild());
  size_t readCount = 0;
  for (size_t at = kContentAt; at < bytes.size(); ++at)
    for (const uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      const uint8_t before = std::exchange(bytes[at], value);
      test::signAgain(bytes, kChecksumAt);
      readCount += decodeStoredBuild(bytes).has_value();
      bytes[at] = before;
    }
  EXPECT_GT(readCount, 0u);
  EXPECT_LT(readCount, 5 * (bytes.size() - kContentAt));
}

TEST(StoredBuild, EveryOtherLengthIsFound) {
  std::vector<uint8_t> bytes = encode(someBuild());
  for (size_t count = 0; count < bytes.size(); ++count)
    EXPECT_FALSE(decodeStoredBuild(std::span(bytes).first(count))) << count;
  bytes.push_back(0);
  EXPECT_FALSE(decodeStoredBuild(bytes));
}

TEST(StoredBuild, ReplyOfTheCompilerIsFound) {
  StoredBuild build = someBuild();
  const CompileReply* found = findReply(build.replies, "two");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->diagnostics.at(0).text, "made by two");
  EXPECT_FALSE(findReply(build.replies, "three"));
  build.replies[1].reply.outcome = Outcome::Failed;
  EXPECT_FALSE(findReply(build.replies, "two"));
}

TEST(StoredBuild, ReplyStandsWithWhatItDependsOn) {
  StoredBuild build = someBuild();
  std::vector<Dependency>& dependencies = build.replies[0].reply.dependencies;
  dependencies = {{DependencyKind::Library, FAKE_COMPILER, buildIdOf(FAKE_COMPILER)},
                  {DependencyKind::File, "/not/there", kAbsent},
                  {DependencyKind::File, FAKE_KERNEL, kPresent},
                  {DependencyKind::File, FAKE_KERNEL, contentState(test::fileBytes(FAKE_KERNEL))}};
  EXPECT_TRUE(findReply(build.replies, "one"));
  const auto standsWith = [&](const Dependency& dependency) {
    dependencies = {dependency};
    return findReply(build.replies, "one") != nullptr;
  };
  EXPECT_FALSE(standsWith({DependencyKind::Library, FAKE_COMPILER, "00"}));
  EXPECT_FALSE(standsWith({DependencyKind::Library, "/not/there", ""})) << "no build id";
  EXPECT_FALSE(standsWith({DependencyKind::File, FAKE_KERNEL, kAbsent}));
  EXPECT_FALSE(standsWith({DependencyKind::File, "/not/there", kPresent}));
  EXPECT_FALSE(standsWith({DependencyKind::File, "/", kPresent})) << "a folder";
  EXPECT_FALSE(standsWith({DependencyKind::File, FAKE_KERNEL, contentState({})}));
}

// A program from a binary has no source: its build log showed lines of one.
TEST(StoredBuild, CodeOnlyHasNothingOfTheSource) {
  CompileReply reply;
  reply.outcome = Outcome::Ok;
  reply.module = {1, 2, 3, 4};
  reply.code = {5, 6};
  reply.dependsOnBuildTime = true;
  const Diagnostic ofSource{.kind = DiagnosticKind::Warning,
                            .text = "unused variable",
                            .source = {.file = "a.cl", .line = 3},
                            .rendered = "a.cl:3: warning: unused variable\n  int secret;\n"};
  const Diagnostic ofModule{.kind = DiagnosticKind::Warning, .text = "slow", .kernels = {"fill"}};
  reply.diagnostics = {ofSource, ofModule};
  const Dependency compiler{DependencyKind::Compiler, "one", "1234"};
  reply.dependencies = {{DependencyKind::File, "a.h", kPresent}, compiler};
  const CompileReply left = codeOnly(reply);
  EXPECT_EQ(left.outcome, Outcome::Ok);
  EXPECT_TRUE(left.module.empty());
  EXPECT_EQ(left.code, reply.code);
  EXPECT_FALSE(left.dependsOnBuildTime);
  EXPECT_EQ(left.diagnostics, std::vector{ofModule});
  EXPECT_EQ(left.dependencies, std::vector{compiler});
}

TEST(BuildId, IsReadFromTheFile) {
  const std::string id = buildIdOf(FAKE_COMPILER);
  EXPECT_EQ(id.size(), 40u) << id;
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), id.npos) << id;
  EXPECT_NE(buildIdOf(COMPILER_PROGRAM), id);
  EXPECT_EQ(buildIdOf("/not/there"), "");
  EXPECT_EQ(buildIdOf("/"), "");
  EXPECT_EQ(buildIdOf(__FILE__), "");
}

TEST(BuildId, NotesThatLieAreNotFollowed) {
  const std::vector<uint8_t> note = {4, 0, 0, 0,   2,   0,   0, 0,    3,
                                     0, 0, 0, 'G', 'N', 'U', 0, 0xab, 0xcd};
  EXPECT_EQ(buildIdInNote(note), "abcd");
  for (size_t at = 0; at < 12; ++at)
    for (const uint8_t value : {0x00, 0x7f, 0xff}) {
      std::vector<uint8_t> lying = note;
      lying[at] = value;
      EXPECT_LE(buildIdInNote(lying).size(), 4u);
    }
  for (size_t count = 0; count < note.size(); ++count) buildIdInNote(std::span(note).first(count));
}

}  // namespace
}  // namespace lanewise
