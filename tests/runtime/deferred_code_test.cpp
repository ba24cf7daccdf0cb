// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs whose code is made when it is needed, with a compiler that defers it.
#include "runtime/cache/deferred_code.h"

#include "runtime/cache/code_cache.h"
#include "interface/program_binary.h"
#include "runtime/device/platform.h"
#include "runtime/program/program.h"
#include "tests/runtime/fake/fake_module.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/fake/gate.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <future>
#include <string>

namespace lanewise {
namespace {

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_COMPILER", FAKE_PROGRAM, 1) == 0;

class DeferredCodeTest : public testing::Test {
 protected:
  DeferredCodeTest()
      : context_(Ref<Context>::adopt(
            new Context({Ref<Device>(Platform::get().device())}, {}, nullptr, nullptr))) {
    EXPECT_TRUE(environmentIsSet);
  }

  /// A program whose bitcode is "fake:<word>".
  Ref<Program> makeProgram(const std::string& word) {
    const auto words = test::fakeModule("deferred", word);
    const auto made = Program::createWithIl(*context_, std::as_bytes(std::span(words)));
    EXPECT_TRUE(made) << made.error().message();
    const auto program = Ref<Program>::adopt(*made);
    const Status built = program->build({}, nullptr, nullptr, nullptr);
    EXPECT_TRUE(built.ok()) << built.message();
    return program;
  }
  /// Of clCreateKernelsInProgram, which has no code made in the background.
  static std::vector<Ref<Kernel>> kernelsOf(Program& program) {
    std::vector<Ref<Kernel>> kernels;
    for (Kernel* kernel : *program.createKernels()) kernels.push_back(Ref<Kernel>::adopt(kernel));
    return kernels;
  }
  static Status launch(Kernel& kernel) {
    kernel.setPointer(0, &memory_);
    auto made = kernel.makeLaunch(Platform::get().device(), {.localSize = {1, 1, 1}});
    return made ? (*made)->run() : made.error();
  }
  static Kernel& find(const std::vector<Ref<Kernel>>& kernels, std::string_view name) {
    for (const Ref<Kernel>& kernel : kernels)
      if (kernel->metadata().name == name) return *kernel;
    std::abort();
  }

  static inline int memory_[16];
  Ref<Context> context_;
};

TEST_F(DeferredCodeTest, KernelsAreThereBeforeTheirCode) {
  const Ref<Program> program = makeProgram("ok");
  const auto kernels = kernelsOf(*program);
  ASSERT_GT(kernels.size(), 1u);
  for (const Ref<Kernel>& kernel : kernels) {
    EXPECT_EQ(kernel->compiled().entry, nullptr);
    EXPECT_FALSE(kernel->metadata().name.empty());
  }
  EXPECT_FALSE(program->createKernel("none"));
}

TEST_F(DeferredCodeTest, LaunchMakesTheCode) {
  const Ref<Program> program = makeProgram("ok");
  const auto kernels = kernelsOf(*program);
  memory_[0] = 0;
  const Status status = launch(find(kernels, "count"));
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_GT(memory_[0], 0);
}

TEST_F(DeferredCodeTest, CodeIsMadeOnce) {
  const Ref<Program> program = makeProgram("ok");
  const auto kernels = kernelsOf(*program);
  const CompiledKernel& kernel = find(kernels, "count").compiled();
  const auto first = kernel.deferred->codeOf(kernel);
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_NE((*first)->entry, nullptr);
  EXPECT_EQ(*kernel.deferred->codeOf(kernel), *first);
}

TEST_F(DeferredCodeTest, CompilerThatCrashesFailsTheLaunchAndNotTheBuild) {
  const Ref<Program> program = makeProgram("crash");
  const auto kernels = kernelsOf(*program);
  for (int i = 0; i < 2; ++i) {
    const Status status = launch(find(kernels, "count"));
    EXPECT_EQ(status.code, CL_INVALID_PROGRAM_EXECUTABLE);
    EXPECT_TRUE(status.message().contains("the code of kernel 'count'")) << status.message();
    EXPECT_TRUE(status.message().contains("segmentation fault")) << status.message();
  }
}

TEST_F(DeferredCodeTest, ProgramIsBuiltAsAWholeIfTheCompilerFailsWithItsBitcode) {
  const Ref<Program> program = makeProgram("bitcode-crash");
  const auto kernels = kernelsOf(*program);
  const Status status = launch(find(kernels, "count"));
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST_F(DeferredCodeTest, BinaryHasAllCode) {
  const Ref<Program> program = makeProgram("ok");
  const auto binary = decodeProgramBinary(program->binary(Platform::get().device()));
  ASSERT_TRUE(binary);
  ASSERT_EQ(binary->replies.size(), 1u);
  const CompileReply& reply = binary->replies.front().reply;
  EXPECT_FALSE(reply.code.empty());
  EXPECT_TRUE(reply.bitcode.empty());
  EXPECT_GT(reply.kernels.size(), 1u);
}

// What the binary waited for was made again by the launches.
TEST_F(DeferredCodeTest, LaunchesRunTheCodeOfTheBinary) {
  const Ref<Program> program = makeProgram("ok");
  EXPECT_FALSE(program->binary(Platform::get().device()).empty());
  const auto kernels = kernelsOf(*program);
  const CompiledKernel& kernel = find(kernels, "count").compiled();
  const CompiledKernel& other = find(kernels, "fill").compiled();
  ASSERT_TRUE(kernel.deferred->codeOf(kernel));
  EXPECT_EQ((*kernel.deferred->codeOf(kernel))->image.loadAddress,
            (*other.deferred->codeOf(other))->image.loadAddress);
}

TEST_F(DeferredCodeTest, BinaryOfProgramWhoseCodeCannotBeMadeHasTheModules) {
  const Ref<Program> program = makeProgram("crash");
  EXPECT_FALSE(program->binary(Platform::get().device()).empty());
}

/// The reply to a program of `names`, each with bitcode of its own.
std::shared_ptr<const CompileReply> replyWith(const std::vector<std::string>& names) {
  auto reply = std::make_shared<CompileReply>();
  for (const std::string& name : names) {
    KernelBitcode bitcode;
    bitcode.kernels = {static_cast<uint32_t>(reply->kernels.size())};
    reply->kernels.emplace_back().name = name;
    reply->bitcode.push_back(bitcode);
  }
  return reply;
}

/// Code with all kernels of the fake compiler.
std::shared_ptr<LoadedCode> fakeCode() {
  const BuildResult result = CodeCache::get().build(test::fakeRequest("ok"));
  EXPECT_TRUE(result.code) << result.log;
  return result.code;
}

// The size of a program binary and the binary were those of two attempts: if the first one failed,
// the second one wrote behind the memory of the application.
TEST_F(DeferredCodeTest, WholeReplyIsTheSameAtEachCall) {
  const auto code = fakeCode();
  int calls = 0;
  const auto deferred = std::make_shared<DeferredCode>(
      replyWith({"fill", "count"}),
      [&](const CompileReply&, std::span<const size_t>) -> Result<std::shared_ptr<LoadedCode>> {
        if (++calls == 1) return fail(CL_OUT_OF_RESOURCES, "once");
        return code;
      });
  EXPECT_FALSE(deferred->wholeReply());
  EXPECT_FALSE(deferred->wholeReply());
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(deferred->codeOf(deferred->kernels().front()));
}

// A process without descriptors for a moment had kernels that failed for ever.
TEST_F(DeferredCodeTest, CodeThatCannotBeMappedIsTriedAgain) {
  const auto code = fakeCode();
  int calls = 0;
  const auto deferred = std::make_shared<DeferredCode>(
      replyWith({"fill"}),
      [&](const CompileReply&, std::span<const size_t>) -> Result<std::shared_ptr<LoadedCode>> {
        if (++calls == 1) return fail(CL_OUT_OF_RESOURCES, "too many open files");
        return code;
      });
  const auto failed = deferred->codeOf(deferred->kernels().front());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(deferred->codeOf(deferred->kernels().front()));
}

TEST_F(DeferredCodeTest, WholeReplyHasTheOrderOfTheModule) {
  const auto code = fakeCode();
  ASSERT_EQ(code->kernels()[0].metadata.name, "fill");
  ASSERT_EQ(code->kernels()[1].metadata.name, "count");
  const auto deferred = std::make_shared<DeferredCode>(
      replyWith({"count", "fill"}),
      [&](const CompileReply&, std::span<const size_t>) -> Result<std::shared_ptr<LoadedCode>> {
        return code;
      });
  const auto whole = deferred->wholeReply();
  ASSERT_TRUE(whole);
  EXPECT_EQ((*whole)->kernels[0].name, "count");
  EXPECT_EQ((*whole)->kernels[1].name, "fill");
}

// Each waiting job kept the code, so that all kernels of a released program were compiled.
TEST_F(DeferredCodeTest, NoCodeIsMadeForAProgramThatIsGone) {
  const auto code = fakeCode();
  // The last job, and those that have waited, may return behind the test.
  std::promise<void> began, released;
  const auto next = std::make_shared<std::promise<void>>();
  const std::shared_future<void> mayEnd = released.get_future().share();
  std::atomic<unsigned> calls = 0;
  auto deferred = std::make_shared<DeferredCode>(
      replyWith(std::vector<std::string>(500, "fill")),
      [code, mayEnd, &calls, &began](
          const CompileReply&, std::span<const size_t>) -> Result<std::shared_ptr<LoadedCode>> {
        if (++calls == 1) began.set_value();
        mayEnd.wait();
        return code;
      });
  for (const CompiledKernel& kernel : deferred->kernels()) deferred->prepareCodeOf(kernel);
  began.get_future().wait();
  deferred.reset();
  const auto other = std::make_shared<DeferredCode>(
      replyWith({"fill"}),
      [code, next](const CompileReply&,
                   std::span<const size_t>) -> Result<std::shared_ptr<LoadedCode>> {
        next->set_value();
        return code;
      });
  other->prepareCodeOf(other->kernels()[0]);
  released.set_value();
  next->get_future().wait();  // behind all others
  EXPECT_LE(calls, Platform::get().device().facts().cores);
}

// A kernel that is created has its code made in the background, also if it is gone before that
// begins or while it lasts.
TEST_F(DeferredCodeTest, KernelIsReleasedWhileItsCodeIsMade) {
  test::Gate gate;
  {
    const Ref<Program> program = makeProgram("gate " + gate.path());
    const auto kernel = Ref<Kernel>::adopt(*program->createKernel("count"));
    gate.wait();
  }
  gate.open();
  EXPECT_TRUE(launch(find(kernelsOf(*makeProgram("ok")), "count")).ok());
}

TEST_F(DeferredCodeTest, ChildOfAForkMakesCodeThatItsParentWaitsFor) {
  test::Gate gate;
  const Ref<Program> program = makeProgram("gate " + gate.path());
  const auto kernels = kernelsOf(*program);
  Kernel& kernel = find(kernels, "count");
  auto waiting = std::async(std::launch::async, [&] { return launch(kernel).code; });
  gate.wait();
  gate.openForOthers();
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(launch(kernel).ok() ? 0 : 1);
  }
  gate.open();
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(waiting.get(), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise
