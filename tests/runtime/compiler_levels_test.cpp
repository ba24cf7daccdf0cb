// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The real compiler process: code for each microarchitecture level has no undefined symbols, for
// levels that this machine does not support, too.
#include "runtime/cache/code_cache.h"
#include "runtime/host/cpu.h"
#include "runtime/host/processor.h"
#include "tests/runtime/fake/fake_request.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

namespace lanewise {
namespace {

CompilerClient::Settings settings() {
  CompilerClient::Settings settings;
  settings.process.program = COMPILER_PROGRAM;
  settings.process.secondsPerKernel = 60;
  return settings;
}

CompileRequest requestFor(const std::string& module) {
  CompileRequest request;
  request.level = probeHost().level;  // the compiler may be one of another machine
  request.modules = {test::fileBytes(std::string(MODULES) + "/" + module + ".spv")};
  return request;
}

template <class T>
T at(const std::vector<uint8_t>& code, size_t offset) {
  T value = {};
  EXPECT_LE(offset + sizeof value, code.size());
  if (offset + sizeof value <= code.size()) std::memcpy(&value, code.data() + offset, sizeof value);
  return value;
}

/// Undefined names in the dynamic symbol table.
std::vector<std::string> undefinedSymbols(const std::vector<uint8_t>& code) {
  std::vector<std::string> names;
  const auto header = at<Elf64_Ehdr>(code, 0);
  const auto section = [&](size_t index) {
    return at<Elf64_Shdr>(code, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  size_t tables = 0;
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_DYNSYM) continue;
    ++tables;
    const size_t strings = section(table.sh_link).sh_offset;
    for (size_t k = 1; k < table.sh_size / sizeof(Elf64_Sym); ++k) {
      const auto symbol = at<Elf64_Sym>(code, table.sh_offset + k * sizeof(Elf64_Sym));
      if (symbol.st_shndx == SHN_UNDEF)
        names.emplace_back(reinterpret_cast<const char*>(code.data()) + strings + symbol.st_name);
    }
  }
  EXPECT_EQ(tables, 1u);
  return names;
}

class CompilerLevels : public testing::TestWithParam<const char*> {};

TEST_P(CompilerLevels, CodeHasNoUndefinedSymbols) {
  CompilerClient client(settings());
  CompileRequest request = requestFor("needs_support");
  request.level = GetParam();
  const CompileReply reply = client.compile(encode(request));
  ASSERT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
  EXPECT_EQ(reply.kernels.size(), 5u);
  EXPECT_EQ(undefinedSymbols(reply.code), std::vector<std::string>());
  EXPECT_TRUE(
      LoadedCode::load(std::make_shared<const CompileReply>(reply), CodeFile::Places{{}, true}));
}

constexpr const char* kLevels[] = {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) name,
#include "interface/microarchitectures.def"
    "native"};
// Without `native` where the host names a level.
constexpr auto kRequested = std::span(kLevels).first(std::size(kLevels) - !kUsesOtherFeatures);
INSTANTIATE_TEST_SUITE_P(Runtime, CompilerLevels,
                         testing::ValuesIn(kRequested.begin(), kRequested.end()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

TEST(Compiler, UnknownLevelIsAFailedBuildThatNamesIt) {
  CompilerClient client(settings());
  CompileRequest request = requestFor("trivial");
  request.level = "x86-64-v9";
  const CompileReply reply = client.compile(encode(request));
  EXPECT_NE(reply.outcome, Outcome::Ok);
  EXPECT_NE(buildLog(reply.diagnostics).find("x86-64-v9"), std::string::npos)
      << buildLog(reply.diagnostics);
}

TEST(Compiler, ProgramThatExceededTheTimeIsNotOptimized) {
  CompilerClient client(settings());
  CompileRequest request = requestFor("trivial");
  const CompileReply optimized = client.compile(encode(request));
  request.hasExceededTime = true;
  const CompileReply plain = client.compile(encode(request));
  ASSERT_EQ(optimized.outcome, Outcome::Ok) << buildLog(optimized.diagnostics);
  ASSERT_EQ(plain.outcome, Outcome::Ok) << buildLog(plain.diagnostics);
  EXPECT_GT(optimized.kernels.front().lanes, 1u);
  EXPECT_EQ(plain.kernels.front().lanes, 1u);
  EXPECT_EQ(plain.kernels.front().tier, Tier::All) << "code for its launches takes longer still";
}

TEST(Compiler, CodeRuns) {
  CompilerClient client(settings());
  CodeCache cache(client, CodeFile::Places{{}, true});
  const BuildResult built = cache.build(requestFor("trivial"));
  ASSERT_EQ(built.outcome, Outcome::Ok) << built.log;
  const CompiledKernel* kernel = built.code->find("add");
  ASSERT_NE(kernel, nullptr);
  ASSERT_EQ(kernel->metadata.arguments.size(), 2u);
  std::vector<int> values(64, 1);
  int* out = values.data();
  const int value = 41;
  alignas(abi::kBlockAlignment) std::byte block[256] = {};
  std::memcpy(block + kernel->metadata.arguments[0].offsetBytes, &out, sizeof out);
  std::memcpy(block + kernel->metadata.arguments[1].offsetBytes, &value, sizeof value);
  alignas(abi::kBlockAlignment) std::byte scratch[4096];
  abi::Launch launch = {};
  launch.globalSize[0] = 64;
  launch.localSize[0] = 16;
  launch.numGroups[0] = 4;
  for (const int dimension : {1, 2})
    launch.globalSize[dimension] = launch.localSize[dimension] = launch.numGroups[dimension] = 1;
  launch.workDim = 1;
  launch.arguments = block;
  launch.spillBytes = sizeof scratch;
  launch.argumentBytes = sizeof block;
  const abi::Worker worker = {scratch, scratch};
  abi::runGroups(kernel->entry, launch, worker, 0, 4);
  EXPECT_EQ(values, std::vector<int>(64, 42));
}

TEST(Compiler, GarbageRequestsAreAnsweredAndTheProcessLives) {
  CompilerClient client(settings());
  for (const std::vector<uint8_t>& garbage :
       {std::vector<uint8_t>{}, std::vector<uint8_t>(1000, 0xff), std::vector<uint8_t>(3, 1)})
    EXPECT_EQ(client.compile(garbage).outcome, Outcome::BadRequest);
  CompileRequest request;
  request.level = probeHost().level;  // the compiler may be one of another machine
  request.modules = {std::vector<uint8_t>(100, 0xab)};
  const CompileReply reply = client.compile(encode(request));
  EXPECT_EQ(reply.outcome, Outcome::Rejected) << buildLog(reply.diagnostics);
  EXPECT_EQ(client.compile(encode(requestFor("trivial"))).outcome, Outcome::Ok);
}

}  // namespace
}  // namespace lanewise
