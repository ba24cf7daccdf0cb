// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program binaries: decoding returns what was encoded, or nothing, and from a binary of another
// version what every version reads.
#include "interface/program_binary.h"

#include "runtime/program/program_parts.h"
#include "tests/runtime/sign_again.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace lanewise {
namespace {

ProgramBinary someBinary() {
  ProgramBinary binary;
  binary.program = {.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                    .takesLinkOptions = false,
                    .options = {"-cl-mad-enable", "-g"},
                    .modules = {{1, 2, 3, 4}, {5}},
                    .constants = {{.module = 1, .id = 7, .bytes = {1, 2, 3, 4}}}};
  CompileReply reply;
  reply.outcome = Outcome::Ok;
  reply.code = {1, 2, 3};
  binary.replies.push_back({"a compiler", reply});
  return binary;
}

/// Of the checksum, behind the magic number, and of what it is for.
constexpr size_t kChecksumAt = 8, kContentAt = 24;

TEST(ProgramBinary, ComesBack) {
  const ProgramBinary binary = someBinary();
  const auto back = decodeProgramBinary(encode(binary));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->program, binary.program);
  ASSERT_EQ(back->replies.size(), 1u);
  EXPECT_EQ(back->replies[0].compilerIdentity, "a compiler");
  EXPECT_EQ(back->replies[0].reply, binary.replies[0].reply);
  const auto parts = partsOf(*back);
  ASSERT_TRUE(parts);
  EXPECT_TRUE(parts->options.madEnable && parts->options.debugInfo);
  EXPECT_FALSE(parts->options.optDisable || parts->takesLinkOptions);
  EXPECT_EQ(*parts->modules.at(1), std::vector<uint8_t>{5});
  EXPECT_EQ(parts->constants.at(0), (SpecializationConstant{7, {1, 2, 3, 4}, 1}));
  EXPECT_EQ(lastingProgram(*parts, CL_PROGRAM_BINARY_TYPE_EXECUTABLE), binary.program);
}

TEST(ProgramBinary, OfAnotherVersionHasItsModulesAndNoCode) {
  std::vector<uint8_t> bytes = encode(someBinary());
  constexpr std::string_view kReplies = "LWBUILD";
  const auto replies = std::ranges::search(bytes, kReplies);
  ASSERT_FALSE(replies.empty());
  ++*(replies.begin() + 8);  // the version
  EXPECT_FALSE(decodeProgramBinary(bytes));
  test::signAgain(bytes, kChecksumAt);
  const auto back = decodeProgramBinary(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->program, someBinary().program);
  EXPECT_TRUE(back->replies.empty());
}

TEST(ProgramBinary, EveryDamagedBitAndEveryOtherLengthIsFound) {
  std::vector<uint8_t> bytes = encode(someBinary());
  for (size_t at = 0; at < bytes.size(); ++at) {
    EXPECT_FALSE(decodeProgramBinary(std::span(bytes).first(at))) << at;
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] ^= uint8_t(1 << bit);
      EXPECT_FALSE(decodeProgramBinary(bytes)) << "byte " << at << " bit " << bit;
      bytes[at] ^= uint8_t(1 << bit);
    }
  }
  bytes.push_back(0);
  EXPECT_FALSE(decodeProgramBinary(bytes));
}

TEST(ProgramBinary, ContentThatLiesIsReadOrRefused) {
  std::vector<uint8_t> bytes = encode(someBinary());
  size_t readCount = 0;
  for (size_t at = kContentAt; at < bytes.size(); ++at)
    for (const uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      const uint8_t before = std::exchange(bytes[at], value);
      test::signAgain(bytes, kChecksumAt);
      if (auto read = decodeProgramBinary(bytes)) {
        ++readCount;
        (void)partsOf(*std::move(read));
      }
      bytes[at] = before;
    }
  EXPECT_GT(readCount, 0u);
  EXPECT_LT(readCount, 5 * (bytes.size() - kContentAt));
}

TEST(ProgramBinary, OfWhatIsNoProgramHasNoParts) {
  const auto partsWith = [](auto change) {
    ProgramBinary binary = someBinary();
    change(binary.program);
    return partsOf(std::move(binary));
  };
  EXPECT_TRUE(partsWith([](LastingProgram&) {}));
  EXPECT_FALSE(partsWith([](LastingProgram& program) { program.type = 0; }));
  EXPECT_FALSE(partsWith([](LastingProgram& program) { program.modules.clear(); }));
  EXPECT_FALSE(partsWith([](LastingProgram& program) { program.constants[0].module = 2; }));
  EXPECT_FALSE(partsWith([](LastingProgram& program) { program.options.push_back("-cl-later"); }));
}

}  // namespace
}  // namespace lanewise
