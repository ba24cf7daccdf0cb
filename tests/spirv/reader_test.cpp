// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that are not a module, and modules in the other byte order.
#include <algorithm>

#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

std::vector<uint8_t> plainKernel() { return assemble(KernelText{}.text()); }

std::string diagnosticOfBytes(std::vector<uint8_t> bytes) {
  auto admitted = admitBytes(std::move(bytes));
  return admitted ? "admitted" : admitted.error();
}

TEST(Reader, NoBytes) {
  EXPECT_EQ(diagnosticOfBytes({}), "incomplete module header: 0 bytes, expected at least 20");
}

TEST(Reader, ByteCountThatIsNoMultipleOfFour) {
  std::vector<uint8_t> bytes = plainKernel();
  bytes.pop_back();
  const std::string count = std::to_string(bytes.size());
  EXPECT_EQ(diagnosticOfBytes(bytes),
            "the module has " + count + " bytes, which is not a multiple of 4");
}

TEST(Reader, Garbage) {
  EXPECT_EQ(diagnosticOfBytes(std::vector<uint8_t>(64, 0x5a)),
            "not SPIR-V: the first word is 0x5a5a5a5a, expected 0x7230203");
}

TEST(Reader, OtherByteOrderIsAdmitted) {
  std::vector<uint8_t> bytes = plainKernel();
  for (size_t at = 0; at < bytes.size(); at += 4) std::reverse(&bytes[at], &bytes[at] + 4);
  const auto swapped = admitBytes(bytes), plain = admitBytes(plainKernel());
  ASSERT_TRUE(swapped) << swapped.error();
  EXPECT_EQ(swapped->words, plain->words);
}

TEST(Reader, EveryTruncationIsRefused) {
  const std::vector<uint8_t> bytes = plainKernel();
  for (size_t count = 0; count < bytes.size(); ++count)
    EXPECT_NE(diagnosticOfBytes({bytes.begin(), bytes.begin() + long(count)}), "admitted") << count;
}

/// The kernel with one word replaced.
std::string diagnosticWithWord(size_t index, uint32_t word) {
  std::vector<uint8_t> bytes = plainKernel();
  std::memcpy(&bytes[index * 4], &word, 4);
  return diagnosticOfBytes(bytes);
}

TEST(Reader, VersionThatIsTooNew) {
  EXPECT_EQ(diagnosticWithWord(1, 0x00010700),
            "word 1: version 1.7 (0x10700) is not one of SPIR-V 1.0 to 1.6");
}

TEST(Reader, IdBoundThatIsTooLarge) {
  EXPECT_EQ(diagnosticWithWord(3, 0xffffffff),
            "word 3: the id bound 4294967295 is not between 1 and 4194303");
}

TEST(Reader, IdBoundThatIsTooSmall) {
  EXPECT_NE(diagnosticWithWord(3, 1).find("the id is not below the bound 1 of the header"),
            std::string::npos);
}

TEST(Reader, Schema) {
  EXPECT_EQ(diagnosticWithWord(4, 9), "word 4: the instruction schema 9 is not 0");
}

TEST(Reader, InstructionWithoutWords) {
  EXPECT_EQ(diagnosticWithWord(5, 17), "word 5: OpCapability: Invalid instruction word count: 0");
}

TEST(Reader, InstructionThatReachesBeyondTheEnd) {
  const std::string diagnostic = diagnosticWithWord(5, 0xffff0011);
  EXPECT_TRUE(diagnostic.starts_with("word 5: OpCapability: ")) << diagnostic;
}

TEST(Reader, UnknownOpcode) {
  EXPECT_EQ(diagnosticWithWord(5, 0x0002ffff), "word 5: opcode 65535: Invalid opcode: 65535");
}

}  // namespace
}  // namespace lanewise::test
