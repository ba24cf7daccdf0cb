// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One process builds, another finds the result. A CodeCache with its client represents a process. A
// compiler program that does not exist shows that nothing was compiled.
#include "runtime/cache/disk_cache.h"

#include "interface/dependency.h"
#include "runtime/cache/code_cache.h"
#include "interface/stored_build.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace lanewise {
namespace {

namespace fs = std::filesystem;
using test::fakeRequest;
using test::fakeSourceRequest;

CompilerClient::Settings settings(const std::string& program, const std::string& library) {
  CompilerClient::Settings settings;
  settings.process.program = program;
  settings.process.secondsPerKernel = 20;
  // The fake compiler reads the files of -I also for a program without #include.
  settings.process.sandbox = false;
  settings.processLibrary = library;
  return settings;
}

/// A process with a cache folder.
struct Process {
  Process(const std::string& folder, const std::string& program = FAKE_PROGRAM,
          const std::string& library = FAKE_COMPILER)
      : client(settings(program, library)),
        cache(client, CodeFile::Places{{}, true}, {folder, 0}) {}
  /// Of the installed compiler.
  std::string compilerIdentity(const CompileRequest& request) const {
    return compilerIdentityOf(request, client.buildId());
  }
  CompilerClient client;
  CodeCache cache;
};

LaunchKind countsOf(uint32_t lanes, uint32_t otherLanes) {
  LaunchKind kind;
  kind.kernel = "count";
  kind.lanes = lanes;
  kind.otherLanes = otherLanes;
  return kind;
}

class DiskCacheTest : public testing::Test {
 protected:
  BuildResult build(const CompileRequest& request) { return Process(folder_).cache.build(request); }
  /// Without a compiler.
  BuildResult find(const CompileRequest& request) {
    return Process(folder_, "/not/there").cache.build(request);
  }
  std::vector<std::string> entries() const {
    std::vector<std::string> paths;
    if (!fs::exists(folder_)) return paths;
    for (const auto& item : fs::recursive_directory_iterator(folder_))
      if (item.is_regular_file()) paths.push_back(item.path());
    return paths;
  }
  static void write(const std::string& path, const auto& content) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(content.data()), std::streamsize(content.size()));
  }

  const test::TemporaryFolder root_;
  const std::string base_ = root_.path(), folder_ = base_ + "/cache";
};

TEST_F(DiskCacheTest, AnotherProcessFindsCodeWithoutACompiler) {
  const BuildResult made = build(fakeRequest("ok"));
  ASSERT_EQ(made.outcome, Outcome::Ok) << made.log;
  const BuildResult found = find(fakeRequest("ok"));
  ASSERT_EQ(found.outcome, Outcome::Ok) << found.log;
  EXPECT_EQ(found.origin, ResultOrigin::DiskCache);
  EXPECT_EQ(found.log, made.log);
  EXPECT_EQ(found.code->reply().kernels, made.code->reply().kernels);
  int result = 0;
  int* arguments = &result;
  abi::Launch launch = {};
  launch.arguments = &arguments;
  found.code->find("count")->entry(&launch, nullptr, 0, 1, 0, 0);
  EXPECT_EQ(result, 1);
}

// It would have measured again, with code that is slower until then.
TEST_F(DiskCacheTest, AnotherProcessFindsTheNumberOfLanesThatWasFaster) {
  CompileRequest usual = fakeRequest("ok"), other = usual;
  usual.kinds = {countsOf(8, 1)};
  other.kinds = {countsOf(1, 0)};
  Process first(folder_);
  const BuildResult held = first.cache.build(usual);
  EXPECT_EQ(held.code->find("count")->metadata.otherLanes, 1u);
  const auto lanesOf = [&](const BuildResult& result) {
    if (result.outcome != Outcome::Ok) return std::pair(99u, 99u);
    const KernelMetadata& metadata = result.code->find("count")->metadata;
    return std::pair(metadata.lanes, metadata.otherLanes);
  };
  first.cache.settleLanes(usual, other);
  EXPECT_EQ(lanesOf(first.cache.build(usual)), std::pair(1u, 0u));
  EXPECT_EQ(lanesOf(find(usual)), std::pair(1u, 0u));
  first.cache.settleLanes(usual, usual);
  EXPECT_EQ(lanesOf(find(usual)), std::pair(1u, 0u));
}

TEST_F(DiskCacheTest, WithoutAFolderAProcessKnowsTheLanesThatWereFaster) {
  CompileRequest usual = fakeRequest("ok"), other = usual;
  usual.kinds = {countsOf(8, 1)};
  other.kinds = {countsOf(1, 0)};
  Process process("");
  const BuildResult held = process.cache.build(usual);
  process.cache.settleLanes(usual, other);
  const BuildResult found = process.cache.build(usual);
  EXPECT_EQ(found.origin, ResultOrigin::Memory);
  EXPECT_EQ(found.code->find("count")->metadata.lanes, 1u);
  EXPECT_EQ(found.code->find("count")->metadata.otherLanes, 0u);
}

TEST_F(DiskCacheTest, AnotherProcessDoesNotTryLanesThatWereSlower) {
  CompileRequest usual = fakeRequest("ok");
  usual.kinds = {countsOf(8, 1)};
  Process first(folder_);
  EXPECT_EQ(first.cache.build(usual).code->find("count")->metadata.otherLanes, 1u);
  first.cache.settleLanes(usual, usual);
  const BuildResult found = find(usual);
  ASSERT_EQ(found.outcome, Outcome::Ok) << found.log;
  EXPECT_EQ(found.code->find("count")->metadata.lanes, 8u);
  EXPECT_EQ(found.code->find("count")->metadata.otherLanes, 0u);
}

TEST_F(DiskCacheTest, AnotherProcessFindsAModuleWithoutACompiler) {
  EXPECT_EQ(Process(folder_).cache.build(fakeSourceRequest("ok")).outcome, Outcome::Ok);
  const BuildResult found = find(fakeSourceRequest("ok"));
  ASSERT_TRUE(found.module) << found.log;
  EXPECT_EQ(std::string(found.module->begin(), found.module->end()), "fake:ok ");
}

TEST_F(DiskCacheTest, BuildOfSourceIsOneEntryWithModuleAndCode) {
  const CompileRequest request = fakeSourceRequest("ok", "", Goal::SourceToCode);
  EXPECT_EQ(build(request).outcome, Outcome::Ok);
  EXPECT_EQ(entries().size(), 1u);
  const BuildResult found = find(request);
  ASSERT_TRUE(found.code && found.module) << found.log;
  EXPECT_TRUE(found.code->find("fill"));
  EXPECT_EQ(std::string(found.module->begin(), found.module->end()), "fake:ok ");
}

TEST_F(DiskCacheTest, CodeWithVariablesIsFound) {
  build(fakeRequest("variables"));
  const BuildResult found = find(fakeRequest("variables"));
  ASSERT_EQ(found.outcome, Outcome::Ok) << found.log;
  EXPECT_EQ(found.code->globalVariableBytes(), 4u);
}

TEST_F(DiskCacheTest, EverythingThatChangesCodeIsPartOfTheKey) {
  build(fakeRequest("ok"));
  const auto isFound = [&](auto change) {
    CompileRequest request = fakeRequest("ok");
    change(request);
    return find(request).outcome == Outcome::Ok;
  };
  EXPECT_TRUE(isFound([](CompileRequest&) {}));
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.modules.push_back({}); }));
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.modules[0].push_back(0); }));
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.specializationConstants = {{1, {0}}}; }));
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.level = "x86-64-v2"; }));
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.cpu = "another"; }));
#define CODE_OPTION(member, option, whole) \
  EXPECT_FALSE(isFound([](CompileRequest& r) { r.options.member = true; })) << option;
#include "interface/code_options.def"

  Process(folder_).cache.build(fakeSourceRequest("ok"));
  const auto isModuleFound = [&](auto change) {
    CompileRequest request = fakeSourceRequest("ok");
    change(request.source);
    return find(request).outcome == Outcome::Ok;
  };
  EXPECT_TRUE(isModuleFound([](SourceProgram&) {}));
  EXPECT_FALSE(isModuleFound([](SourceProgram& s) { s.text += " "; }));
  EXPECT_FALSE(isModuleFound([](SourceProgram& s) { s.options = {"-w"}; }));
  EXPECT_FALSE(isModuleFound([](SourceProgram& s) { s.headers = {{"a.h", "1"}}; }));
}

TEST_F(DiskCacheTest, AnotherCompilerDoesNotFindIt) {
  build(fakeRequest("ok"));
  const auto found = [&](const std::string& library) {
    return Process(folder_, "/not/there", library).cache.build(fakeRequest("ok")).outcome ==
           Outcome::Ok;
  };
  EXPECT_TRUE(found(FAKE_COMPILER));
  EXPECT_FALSE(found(COMPILER_PROGRAM)) << "another build id";
  EXPECT_FALSE(found("")) << "no build id";
}

TEST_F(DiskCacheTest, WhatAnotherLibraryMadeIsNotKept) {
  // The compiler process opened another library than the host looked at.
  EXPECT_EQ(build(fakeRequest("stranger")).outcome, Outcome::Ok);
  EXPECT_TRUE(entries().empty());
}

TEST_F(DiskCacheTest, OnlySuccessIsKept) {
  EXPECT_EQ(build(fakeRequest("refused")).outcome, Outcome::Rejected);
  EXPECT_EQ(build(fakeRequest("abort")).outcome, Outcome::Failed);
  EXPECT_EQ(build(fakeRequest("cut")).outcome, Outcome::Failed);
  EXPECT_EQ(build(fakeRequest("symbol")).outcome, Outcome::Failed);
  EXPECT_TRUE(entries().empty());
}

TEST_F(DiskCacheTest, RequestThatDumpsLeavesTheCacheAlone) {
  CompileRequest request = fakeRequest("ok");
  request.dumpStages = {"admit"};
  build(request);
  EXPECT_TRUE(entries().empty());
}

TEST_F(DiskCacheTest, EveryDamagedByteOfAnEntryIsFound) {
  const CompileRequest request = fakeSourceRequest("ok");
  Process(folder_).cache.build(request);
  const std::string path = entries().at(0);
  const std::vector<uint8_t> whole = test::fileBytes(path);
  const DiskCache disk({folder_, 0});
  const BuildKey key(request, buildIdOf(FAKE_COMPILER));
  ASSERT_TRUE(disk.find(key));
  for (size_t at = 0; at < whole.size(); ++at) {
    std::vector<uint8_t> damaged = whole;
    damaged[at] ^= 0x40;
    write(path, damaged);
    ASSERT_FALSE(disk.find(key)) << "byte " << at;
    ASSERT_FALSE(fs::exists(path)) << "byte " << at << ": it is of no use any more";
  }
  for (size_t count = 0; count < whole.size(); ++count) {
    write(path, std::span(whole).first(count));
    ASSERT_FALSE(disk.find(key)) << count << " bytes";
  }
}

TEST_F(DiskCacheTest, DamagedEntryIsCompiledAgain) {
  build(fakeRequest("ok"));
  const std::string path = entries().at(0);
  const std::vector<uint8_t> whole = test::fileBytes(path);
  write(path, std::span(whole).first(whole.size() / 2));
  const BuildResult again = build(fakeRequest("ok"));
  EXPECT_EQ(again.outcome, Outcome::Ok) << again.log;
  EXPECT_EQ(find(fakeRequest("ok")).log, again.log);
}

TEST_F(DiskCacheTest, EntryOfAnotherRequestUnderThisNameIsNotTaken) {
  build(fakeRequest("ok", "one"));
  const std::string one = entries().at(0);
  build(fakeRequest("ok", "two"));
  for (const std::string& path : entries())
    if (path != one) fs::copy_file(one, path, fs::copy_options::overwrite_existing);
  EXPECT_EQ(find(fakeRequest("ok", "one")).outcome, Outcome::Ok);
  EXPECT_NE(find(fakeRequest("ok", "two")).outcome, Outcome::Ok) << "a hash that collides";
}

TEST_F(DiskCacheTest, EntryWhoseCodeCannotBeMappedIsCompiledAgain) {
  build(fakeRequest("ok"));
  const std::string path = entries().at(0);
  StoredBuild entry = decodeStoredBuild(test::fileBytes(path)).value();
  entry.replies[0].reply.kernels[0].symbol = "not_there";
  write(path, encode(entry));
  const BuildResult built = build(fakeRequest("ok"));
  EXPECT_EQ(built.outcome, Outcome::Ok) << built.log;
  EXPECT_EQ(find(fakeRequest("ok")).outcome, Outcome::Ok);
}

TEST_F(DiskCacheTest, ChangedHeaderIsSeen) {
  const std::string header = base_ + "/header.h";
  CompileRequest request = fakeSourceRequest("ok");
  request.source.options = {"-I" + header};
  const auto isFound = [&] { return find(request).module != nullptr; };
  const auto compile = [&] { Process(folder_).cache.build(request); };
  compile();
  EXPECT_TRUE(isFound());
  write(header, std::string("one"));
  EXPECT_FALSE(isFound()) << "it was not there";
  compile();
  EXPECT_TRUE(isFound());
  write(header, std::string("two"));
  EXPECT_FALSE(isFound()) << "it was changed";
  write(header, std::string("one"));
  EXPECT_TRUE(isFound()) << "it is as it was";
  fs::remove(header);
  EXPECT_FALSE(isFound()) << "it is not there any more";
}

TEST_F(DiskCacheTest, ChangedHeaderIsSeenInTheSameProcess) {
  const std::string header = base_ + "/header.h";
  CompileRequest request = fakeSourceRequest("ok");
  request.source.options = {"-I" + header};
  Process process(folder_);
  const std::string first = process.cache.build(request).log;
  EXPECT_EQ(process.cache.build(request).log, first);
  write(header, std::string("one"));
  const std::string second = process.cache.build(request).log;
  EXPECT_NE(second, first) << "the log counts compilations";
  EXPECT_EQ(process.cache.build(request).log, second) << "the header is unchanged";
}

TEST_F(DiskCacheTest, CodeOfUnchangedHeadersIsSharedInAProcess) {
  const std::string header = base_ + "/header.h";
  write(header, std::string("one"));
  CompileRequest request = fakeSourceRequest("ok", "", Goal::SourceToCode);
  request.source.options = {"-I" + header};
  Process process("");
  const BuildResult first = process.cache.build(request), second = process.cache.build(request);
  EXPECT_EQ(second.code, first.code);
  write(header, std::string("two"));
  const BuildResult third = process.cache.build(request);
  EXPECT_EQ(third.outcome, Outcome::Ok);
  EXPECT_NE(third.code, first.code) << "though a program still uses the first";
  EXPECT_EQ(process.cache.build(request).code, third.code);
}

TEST_F(DiskCacheTest, ProgramThatTellsTheTimeIsNotKept) {
  Process process(folder_);
  const std::string first = process.cache.build(fakeSourceRequest("time")).log;
  EXPECT_NE(process.cache.build(fakeSourceRequest("time")).log, first);
  EXPECT_TRUE(entries().empty());
}

TEST_F(DiskCacheTest, FolderThatCannotServeIsAsIfThereWereNone) {
  write(folder_, std::string("a file"));
  EXPECT_EQ(build(fakeRequest("ok")).outcome, Outcome::Ok);
  EXPECT_EQ(Process("/proc/lanewise").cache.build(fakeRequest("ok")).outcome, Outcome::Ok);
  EXPECT_EQ(Process("").cache.build(fakeRequest("ok")).outcome, Outcome::Ok);
}

TEST_F(DiskCacheTest, GivenReplyIsTakenWithoutACompiler) {
  const CompileRequest request = fakeRequest("ok");
  Process process(folder_);
  const BuildResult made = process.cache.build(request);
  std::vector<StoredReply> given = {
      {process.compilerIdentity(request), withoutTimes(made.code->reply())}};
  const auto outcome = [&] {
    return Process("", "/not/there").cache.build(request, given).outcome;
  };
  EXPECT_EQ(outcome(), Outcome::Ok);
  given[0].compilerIdentity += "of another CPU";
  EXPECT_EQ(outcome(), Outcome::Failed);
  given[0].compilerIdentity = process.compilerIdentity(request);
  given[0].reply.code.resize(1024);  // has the headers, but not all segments
  EXPECT_EQ(outcome(), Outcome::Failed);
  EXPECT_EQ(Process("").cache.build(request, given).outcome, Outcome::Ok) << "it is compiled";
}

TEST_F(DiskCacheTest, CompilerIdentityOfAReplyIsOfTheCompilerThatMadeIt) {
  Process process("");
  const CompileRequest plain = fakeRequest("ok"), strange = fakeRequest("stranger");
  const auto made = [&](const CompileRequest& request) {
    return compilerIdentityOf(request, process.cache.build(request).code->reply());
  };
  EXPECT_EQ(made(plain), process.compilerIdentity(plain));
  EXPECT_EQ(made(strange), compilerIdentityOf(strange, "0123"));
  EXPECT_EQ(compilerIdentityOf(plain, CompileReply()), "");
}

TEST_F(DiskCacheTest, CompilerIdentitiesOfOtherCompilersAndCpusDiffer) {
  Process one("", "/not/there"), other("", "/not/there", COMPILER_PROGRAM);
  CompileRequest request = fakeRequest("ok");
  const std::string identity = one.compilerIdentity(request);
  EXPECT_NE(other.compilerIdentity(request), identity);
  request.cpu = "another";
  EXPECT_NE(one.compilerIdentity(request), identity);
  request.cpu.clear();
  request.level = "x86-64-v3";
  EXPECT_NE(one.compilerIdentity(request), identity);
}

}  // namespace
}  // namespace lanewise
