// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's parser of SPIR-V words.
#include "runtime/program/spirv_module.h"
#include "tests/runtime/fake/fake_module.h"

#include <gtest/gtest.h>
#include <random>

namespace lanewise {
namespace {

using test::fakeModule;

Result<SpirvModule> read(const std::vector<uint32_t>& words) {
  return readSpirvModule(std::as_bytes(std::span(words)));
}

std::string problemOf(const std::vector<uint32_t>& words) {
  const auto module = read(words);
  EXPECT_FALSE(module);
  return module ? "" : std::string(module.error().message());
}

TEST(SpirvModule, FindsSpecializationConstantsWithTheirSizes) {
  const auto module = read(fakeModule("ok"));
  ASSERT_TRUE(module) << module.error().message();
  EXPECT_EQ(module->constantBytes,
            (std::map<uint32_t, uint32_t>{
                {test::kIntSpec, 4}, {test::kLongSpec, 8}, {test::kBoolSpec, 1}}));
}

TEST(SpirvModule, TakesEveryVersionUpTo16) {
  for (uint32_t minor = 0; minor <= 6; ++minor) {
    auto words = fakeModule("ok");
    words[1] = 0x00010000 | minor << 8;
    EXPECT_TRUE(read(words)) << minor;
  }
}

TEST(SpirvModule, TheMessageNamesTheWord) {
  auto words = fakeModule("ok");
  words[1] = 0x00010700;
  EXPECT_EQ(problemOf(words), "not a SPIR-V module: word 1: version 1.7 is not one of 1.0 to 1.6");
  words = fakeModule("ok");
  words[3] = 0;
  EXPECT_EQ(problemOf(words), "not a SPIR-V module: word 3: the id bound 0 is out of range");
  words = fakeModule("ok");
  words[7] = 99u << 16 | 14;
  EXPECT_EQ(problemOf(words), "not a SPIR-V module: word 7: an instruction of 99 words, " +
                                  std::to_string(words.size() - 7) + " are left");
  words.assign(4, 0x07230203);
  EXPECT_EQ(problemOf(words), "not a SPIR-V module: its 16 bytes are less than a header");
}

TEST(SpirvModule, MutatedWordsNeverLeadOutside) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    auto words = fakeModule("ok");
    for (int k = 0; k < 3; ++k) words[random() % words.size()] ^= 1u << random() % 32;
    words.resize(random() % (words.size() + 1));
    const std::vector<uint32_t> exact(words);  // AddressSanitizer detects a read beyond its end
    (void)read(exact);
  }
}

}  // namespace
}  // namespace lanewise
