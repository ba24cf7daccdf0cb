// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cache hits and misses of builds.
#include "runtime/cache/code_cache.h"
#include "tests/asleep.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/fake/gate.h"
#include "tests/sanitizers.h"

#include <gtest/gtest.h>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <new>
#include <thread>

// ThreadSanitizer has its own operators, which cannot be replaced.
#define OWN_ALLOCATION !LW_THREAD_SANITIZER

namespace {
/// While `isMemoryOut`, allocations of threads with `runsOutOfMemory` fail.
[[maybe_unused]] thread_local bool runsOutOfMemory = false;
[[maybe_unused]] std::atomic<bool> isMemoryOut{false};
}  // namespace
#if OWN_ALLOCATION
void* operator new(size_t sizeBytes) {
  void* block = runsOutOfMemory && isMemoryOut ? nullptr : std::malloc(sizeBytes);
  if (!block) throw std::bad_alloc();
  return block;
}
void* operator new(size_t sizeBytes, const std::nothrow_t&) noexcept {
  return std::malloc(sizeBytes);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
#endif

namespace lanewise {
namespace {

using test::fakeRequest;
using test::fakeSourceRequest;

CompilerClient::Settings fakeSettings() {
  CompilerClient::Settings settings;
  settings.process.program = FAKE_PROGRAM;
  settings.process.secondsPerKernel = 20;
  // The fake compiler reads the files of -I also for a program without #include.
  settings.process.sandbox = false;
  return settings;
}

class CodeCacheTest : public testing::Test {
 protected:
  CompilerClient client_{fakeSettings()};
  CodeCache cache_{client_, CodeFile::Places{{}, true}};

  /// The number of requests that the compiler process has served before this one.
  int served() {
    const CompileReply reply = client_.compile(encode(fakeRequest("ok", "question")));
    const std::string& text = reply.diagnostics.at(0).text;
    return std::atoi(text.c_str() + std::strlen("served ")) - 1 - questions_++;
  }

 private:
  int questions_ = 0;
};

TEST_F(CodeCacheTest, SameRequestIsCompiledOnce) {
  const BuildResult first = cache_.build(fakeRequest("ok"));
  ASSERT_EQ(first.outcome, Outcome::Ok) << first.log;
  const BuildResult second = cache_.build(fakeRequest("ok"));
  EXPECT_EQ(first.code, second.code);
  EXPECT_EQ(first.log, second.log);
  EXPECT_EQ(served(), 1);
}

// The log said "built in 0.5 ms" of what a cache had.
TEST_F(CodeCacheTest, ResultSaysWhetherItWasCompiled) {
  EXPECT_EQ(cache_.build(fakeRequest("ok")).origin, ResultOrigin::Compiler);
  EXPECT_EQ(cache_.build(fakeRequest("ok")).origin, ResultOrigin::Memory);
}

TEST_F(CodeCacheTest, EverythingThatChangesCodeIsPartOfTheKey) {
  CompileRequest request = fakeRequest("ok");
  const BuildResult first = cache_.build(request);
  request.options.madEnable = true;
  EXPECT_NE(cache_.build(request).code, first.code);
  request = fakeRequest("ok");
  request.level = "x86-64-v2";
  EXPECT_NE(cache_.build(request).code, first.code);
  request = fakeRequest("ok");
  request.specializationConstants = {{1, {0, 0, 0, 0}}};
  const BuildResult specialised = cache_.build(request);
  EXPECT_NE(specialised.code, first.code);
  request.specializationConstants[0].bytes[0] = 1;
  EXPECT_NE(cache_.build(request).code, specialised.code);
  request = fakeRequest("ok", "more");
  EXPECT_NE(cache_.build(request).code, first.code);
  EXPECT_EQ(served(), 6);
}

TEST_F(CodeCacheTest, ConcurrentBuildsOfTheSameRequestCompileOnce) {
  std::vector<BuildResult> built(8);
  test::Gate gate;
  {
    std::deque<test::Sleeper> threads;
    for (BuildResult& one : built)
      threads.emplace_back([&] { one = cache_.build(fakeRequest("gate", gate.path())); });
    gate.wait();
    for (const test::Sleeper& thread : threads) thread.waitUntilAsleep();
    gate.open();
  }
  for (const BuildResult& one : built) {
    EXPECT_EQ(one.outcome, Outcome::Ok) << one.log;
    EXPECT_EQ(one.code, built[0].code);
  }
  EXPECT_EQ(served(), 1);
}

TEST_F(CodeCacheTest, ThreadThatWaitsForABuildThatThrewGetsALog) {
  if (!OWN_ALLOCATION) GTEST_SKIP() << "allocations cannot fail";
  test::Gate gate;
  const CompileRequest request = fakeRequest("gate", gate.path());
  bool threw = false;
  BuildResult waited;
  {
    test::Sleeper builder([&] {
      runsOutOfMemory = true;
      try {
        cache_.build(request);
      } catch (const std::bad_alloc&) {
        threw = true;
      }
    });
    gate.wait();
    test::Sleeper waiter([&] { waited = cache_.build(request); });
    waiter.waitUntilAsleep();
    isMemoryOut = true;
    gate.open();
  }
  isMemoryOut = false;
  EXPECT_TRUE(threw);
  EXPECT_EQ(waited.outcome, Outcome::Failed);
  EXPECT_EQ(waited.log, "error: the same build failed in another thread: out of host memory\n");
  EXPECT_EQ(cache_.build(request).outcome, Outcome::Ok) << "the next one builds";
}

TEST_F(CodeCacheTest, SourceIsCompiledToModuleAndCodeByOneRequest) {
  const CompileRequest request = fakeSourceRequest("ok", "", Goal::SourceToCode);
  const BuildResult made = cache_.build(request);
  ASSERT_TRUE(made.code && made.module) << made.log;
  EXPECT_TRUE(made.code->find("fill"));
  EXPECT_EQ(std::string(made.module->begin(), made.module->end()), "fake:ok ");
  const BuildResult found = cache_.build(request);
  EXPECT_EQ(found.code, made.code);
  EXPECT_EQ(found.module, made.module);
  EXPECT_EQ(served(), 1);
}

TEST_F(CodeCacheTest, ModuleOfRefusedSourceIsThereOnlyIfTheFrontEndAcceptedIt) {
  const auto moduleOf = [&](const char* word) {
    const BuildResult refused = cache_.build(fakeSourceRequest(word, "", Goal::SourceToCode));
    EXPECT_EQ(refused.outcome, Outcome::Rejected) << word;
    return refused.module;
  };
  EXPECT_TRUE(moduleOf("refused"));
  EXPECT_FALSE(moduleOf("syntax"));
}

TEST_F(CodeCacheTest, CodeWithVariablesIsMappedForEachProgram) {
  const BuildResult first = cache_.build(fakeRequest("variables"));
  const BuildResult second = cache_.build(fakeRequest("variables"));
  ASSERT_TRUE(first.code && second.code) << first.log;
  EXPECT_NE(first.code, second.code);
  EXPECT_NE(first.code->find("count")->entry, second.code->find("count")->entry);
  EXPECT_EQ(first.code->globalVariableBytes(), 4u);
  EXPECT_EQ(served(), 1) << "the bytes are kept";
}

TEST_F(CodeCacheTest, RefusedAndFailedBuildsAreNotKept) {
  const BuildResult refused = cache_.build(fakeRequest("refused"));
  EXPECT_EQ(refused.outcome, Outcome::Rejected);
  EXPECT_EQ(refused.code, nullptr);
  EXPECT_NE(refused.log.find("capability Shader"), std::string::npos);
  cache_.build(fakeRequest("refused"));
  EXPECT_EQ(served(), 2);
  EXPECT_EQ(cache_.build(fakeRequest("abort")).outcome, Outcome::Failed);
}

TEST_F(CodeCacheTest, CodeThatCannotBeMappedIsAFailedBuild) {
  const BuildResult cut = cache_.build(fakeRequest("cut"));
  EXPECT_EQ(cut.outcome, Outcome::Failed);
  EXPECT_NE(cut.log.find("no shared object"), std::string::npos) << cut.log;
  const BuildResult symbol = cache_.build(fakeRequest("symbol"));
  EXPECT_EQ(symbol.outcome, Outcome::Failed);
  EXPECT_NE(symbol.log.find("no symbol 'not_there'"), std::string::npos) << symbol.log;
}

TEST_F(CodeCacheTest, RecentCodeIsHeldAndOldCodeIsLetGo) {
  const std::weak_ptr<LoadedCode> oldest = cache_.build(fakeRequest("ok", "oldest")).code;
  EXPECT_FALSE(oldest.expired());
  for (size_t i = 0; i < CodeCache::kRecentResults; ++i)
    cache_.build(fakeRequest("ok", std::to_string(i)));
  EXPECT_TRUE(oldest.expired());
}

TEST_F(CodeCacheTest, CodeInUseIsFoundHoweverOldItIs) {
  const BuildResult used = cache_.build(fakeRequest("ok", "used"));
  for (size_t i = 0; i < 3 * CodeCache::kRecentResults; ++i)
    cache_.build(fakeRequest("ok", std::to_string(i)));
  EXPECT_EQ(cache_.build(fakeRequest("ok", "used")).code, used.code);
}

TEST_F(CodeCacheTest, ClearLetsGoOfWhatNobodyUses) {
  const std::weak_ptr<LoadedCode> code = cache_.build(fakeRequest("ok")).code;
  cache_.clear();
  EXPECT_TRUE(code.expired());
  EXPECT_EQ(cache_.build(fakeRequest("ok")).outcome, Outcome::Ok);
}

TEST_F(CodeCacheTest, RequestThatDumpsIsAlwaysCompiled) {
  CompileRequest request = fakeRequest("ok");
  request.dumpStages = {"admit"};
  cache_.build(request);
  cache_.build(request);
  EXPECT_EQ(served(), 2);
}

}  // namespace
}  // namespace lanewise
