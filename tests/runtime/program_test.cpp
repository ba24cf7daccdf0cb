// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs and kernels without the ICD: arguments of launches, and hosts that exit during a build.
#include "runtime/program/program.h"

#include "runtime/cache/loaded_code.h"
#include "runtime/device/platform.h"
#include "runtime/memory/buffer.h"
#include "tests/runtime/fake/fake_module.h"
#include "tests/runtime/fake/gate.h"
#include "tests/runtime/wait_for_callbacks.h"
#include "tests/sanitizers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <new>
#include <thread>

// The operators of ThreadSanitizer cannot be replaced.
#define OWN_ALLOCATION !LW_THREAD_SANITIZER

namespace {
[[maybe_unused]] thread_local size_t allocationCount = 0;
/// A child has none of its parent's threads, but their stacks still hold memory.
bool isForked = false;
}  // namespace
extern "C" int __lsan_is_turned_off() { return isForked; }
#if OWN_ALLOCATION
void* operator new(size_t sizeBytes) {
  ++allocationCount;
  if (void* block = std::malloc(sizeBytes)) return block;
  throw std::bad_alloc();
}
void* operator new(size_t sizeBytes, const std::nothrow_t&) noexcept {
  return std::malloc(sizeBytes);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
#endif

namespace lanewise {
namespace {

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_COMPILER", FAKE_PROGRAM, 1) == 0;

class ProgramTest : public testing::Test {
 protected:
  ProgramTest()
      : context_(Ref<Context>::adopt(
            new Context({Ref<Device>(Platform::get().device())}, {}, nullptr, nullptr))) {
    EXPECT_TRUE(environmentIsSet);
  }

  Ref<Program> makeProgram(const std::string& word, const std::string& more = "") {
    const auto words = test::fakeModule(word, more);
    const auto made = Program::createWithIl(*context_, std::as_bytes(std::span(words)));
    EXPECT_TRUE(made) << made.error().message();
    return Ref<Program>::adopt(*made);
  }
  Ref<Program> makeSourceProgram(const std::string& word) {
    return Ref<Program>::adopt(Program::createWithSource(*context_, "fake:" + word + " "));
  }
  Ref<Kernel> makeKernel(const char* name) {
    Ref<Program> program = makeProgram("ok");
    const Status built = program->build({}, nullptr, nullptr, nullptr);
    EXPECT_TRUE(built.ok()) << built.message();
    const auto made = program->createKernel(name);
    EXPECT_TRUE(made) << made.error().message();
    return Ref<Kernel>::adopt(*made);
  }
  Ref<MemObject> makeBuffer(size_t sizeBytes) {
    return Ref<MemObject>::adopt(
        *lanewise::createBuffer(*context_, CL_MEM_READ_WRITE, sizeBytes, nullptr, {}));
  }
  template <class T>
  static T at(const ArgumentSnapshot& snapshot, size_t offsetBytes) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(snapshot.block()) + offsetBytes,
                sizeof value);
    return value;
  }

  Ref<Context> context_;
};

TEST_F(ProgramTest, BuildsWithoutDebugInfoWhereTheCompilerFailsWithIt) {
  const Ref<Program> program = makeProgram("debug");
  const Status built = program->build({}, "-g", nullptr, nullptr);
  EXPECT_TRUE(built.ok()) << built.message();
  const std::string log = program->deviceBuild(Platform::get().device()).log;
  EXPECT_NE(log.find("warning: built without debug information"), std::string::npos) << log;
  EXPECT_NE(log.find("segmentation fault"), std::string::npos) << log;
}

TEST_F(ProgramTest, BuildsWithoutDebugInfoWhereOnlyThatIsRefused) {
  const Ref<Program> program = makeProgram("undebuggable");
  const Status built = program->build({}, "-g", nullptr, nullptr);
  EXPECT_TRUE(built.ok()) << built.message();
  const std::string log = program->deviceBuild(Platform::get().device()).log;
  EXPECT_NE(log.find("warning: built without debug information"), std::string::npos) << log;
  EXPECT_NE(log.find("word 7"), std::string::npos) << log;
}

TEST_F(ProgramTest, SourceIsBuiltWithoutDebugInfoWhereTheCompilerFailsWithIt) {
  for (const char* word : {"debug", "undebuggable"}) {
    const Ref<Program> program = makeSourceProgram(word);
    const Status built = program->build({}, "-g", nullptr, nullptr);
    EXPECT_TRUE(built.ok()) << built.message();
    const std::string log = program->deviceBuild(Platform::get().device()).log;
    EXPECT_NE(log.find("warning: built without debug information"), std::string::npos) << log;
  }
}

TEST_F(ProgramTest, CompiledSourceKeepsTheOptionOfDebugInformation) {
  Device& device = Platform::get().device();
  for (const char* options : {"", "-g"}) {
    const Ref<Program> program = makeSourceProgram("ok");
    ASSERT_TRUE(program->compile({}, options, {}, nullptr, nullptr).ok());
    const auto binary = decodeProgramBinary(program->binary(device));
    ASSERT_TRUE(binary);
    EXPECT_EQ(std::ranges::count(binary->program.options, "-g"), *options != 0) << options;
  }
}

TEST_F(ProgramTest, SourceIsCompiledWithoutDebugInfoWhereTheFrontEndFailsWithIt) {
  const Ref<Program> program = makeSourceProgram("debug");
  const Status compiled = program->compile({}, "-g", {}, nullptr, nullptr);
  EXPECT_TRUE(compiled.ok()) << compiled.message();
  const std::string log = program->deviceBuild(Platform::get().device()).log;
  EXPECT_NE(log.find("warning: built without debug information"), std::string::npos) << log;
}

TEST_F(ProgramTest, SourceWithErrorsIsCompiledOnce) {
  // The fake compiler's log would count compilations and warn of missing debug information.
  const Ref<Program> program = makeSourceProgram("syntax");
  EXPECT_EQ(program->build({}, "-g", nullptr, nullptr).code, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(program->deviceBuild(Platform::get().device()).log,
            "word 7 (OpCapability): error: unsupported: capability Shader\n");
}

TEST_F(ProgramTest, BinaryOfASourceContainsModuleAndCodeOnce) {
  Device& device = Platform::get().device();
  const Ref<Program> made = makeSourceProgram("ok");
  const test::TemporaryFolder folder;
  const std::string option = "-I " + folder.path() + "/absent";
  ASSERT_TRUE(made->build({}, option.c_str(), nullptr, nullptr).ok());
  const auto binary = decodeProgramBinary(made->binary(device));
  ASSERT_TRUE(binary && binary->program.modules.size() == 1 && binary->replies.size() == 1);
  const std::vector<uint8_t>& module = binary->program.modules[0];
  EXPECT_TRUE(std::string(module.begin(), module.end()).starts_with("fake:ok"));
  const CompileReply& reply = binary->replies[0].reply;
  EXPECT_FALSE(reply.code.empty());
  EXPECT_TRUE(reply.module.empty());
  for (const Dependency& dependency : reply.dependencies)
    EXPECT_NE(dependency.kind, DependencyKind::File) << "the binary has the module, not the source";
}

TEST_F(ProgramTest, WhatIsRefusedEitherWayIsRefusedOnce) {
  const Ref<Program> program = makeProgram("refused");
  EXPECT_EQ(program->build({}, "-g", nullptr, nullptr).code, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(program->deviceBuild(Platform::get().device()).log,
            "word 7 (OpCapability): error: unsupported: capability Shader\n");
}

TEST_F(ProgramTest, ABuildThatFailsIsReportedToTheContext) {
  std::promise<std::string> heard;
  const auto notify = [](const char* error, const void*, size_t, void* self) {
    static_cast<std::promise<std::string>*>(self)->set_value(error);
  };
  context_ =
      Ref<Context>::adopt(new Context({Ref<Device>(Platform::get().device())}, {}, notify, &heard));
  EXPECT_EQ(makeProgram("refused")->build({}, nullptr, nullptr, nullptr).code,
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_TRUE(heard.get_future().get().starts_with("program build failed: "));
}

TEST_F(ProgramTest, BinaryOfABuildWithoutDebugInfoIsNotTakenForOneWithIt) {
  Device& device = Platform::get().device();
  const Ref<Program> made = makeProgram("debug");
  ASSERT_TRUE(made->build({}, "-g", nullptr, nullptr).ok());
  const std::vector<uint8_t> binary = made->binary(device);
  for (const char* options : {"", "-g"}) {
    Device* const devices[] = {&device};
    const std::span<const uint8_t> binaries[] = {binary};
    const auto read = Program::createWithBinaries(*context_, devices, binaries, {});
    ASSERT_TRUE(read);
    const Ref<Program> program = Ref<Program>::adopt(*read);
    ASSERT_TRUE(program->build({}, options, nullptr, nullptr).ok());
    const std::string log = program->deviceBuild(device).log;
    EXPECT_EQ(log.contains("warning: built without debug information"), *options != 0) << log;
  }
}

TEST_F(ProgramTest, LaunchGetsTheArgumentsAsTheyWere) {
  const Ref<Kernel> kernel = makeKernel("fill");
  const Ref<MemObject> buffer = makeBuffer(4 * sizeof(int));
  int value = 7;
  kernel->setMemory(0, buffer.get());
  kernel->setValue(1, &value);
  ArgumentSnapshot snapshot;
  ASSERT_TRUE(kernel->snapshot(snapshot).ok());
  value = 8;
  kernel->setValue(1, &value);
  EXPECT_EQ(at<int>(snapshot, 8), 7);
  EXPECT_EQ(at<void*>(snapshot, 0), buffer->data());

  abi::Launch launch = {};
  launch.localSize[0] = 4;
  launch.arguments = snapshot.block();
  kernel->compiled().entry(&launch, nullptr, 0, 1, 0, 0);
  EXPECT_EQ(reinterpret_cast<const int*>(buffer->data())[3], 7);
}

TEST_F(ProgramTest, ArgumentBlockIsAlignedForKernelCode) {
  const Ref<Kernel> kernel = makeKernel("count");
  kernel->setMemory(0, nullptr);
  ArgumentSnapshot snapshot;
  ASSERT_TRUE(kernel->snapshot(snapshot).ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(snapshot.block()) % abi::kBlockAlignment, 0u);
  snapshot.copyBlock(std::vector<std::byte>(4096));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(snapshot.block()) % abi::kBlockAlignment, 0u);
}

TEST_F(ProgramTest, LocalArgumentsFollowTheKernelsOwnVariables) {
  const Ref<Kernel> kernel = makeKernel("every");
  const char zeros[16] = {};
  kernel->setMemory(0, nullptr);
  kernel->setMemory(1, nullptr);
  kernel->setLocal(2, 100);
  kernel->setLocal(3, 1);
  kernel->setValue(4, zeros);
  kernel->setValue(5, zeros);
  kernel->setMemory(6, nullptr);
  ArgumentSnapshot snapshot;
  ASSERT_TRUE(kernel->snapshot(snapshot).ok());
  EXPECT_EQ(at<uint64_t>(snapshot, 16), 48u) << "40 bytes of variables, aligned to 16";
  EXPECT_EQ(at<uint64_t>(snapshot, 24), 192u) << "148, aligned to 64";
  EXPECT_EQ(snapshot.localBytes, 193u);
}

TEST_F(ProgramTest, LocalSizesThatWrapAreNotSmall) {
  const Ref<Kernel> kernel = makeKernel("every");
  kernel->setLocal(2, UINT64_MAX - 100);
  kernel->setLocal(3, 200);
  EXPECT_GT(kernel->localBytes(), uint64_t(1) << 60);
}

TEST_F(ProgramTest, SnapshotNamesTheMissingArgument) {
  const Ref<Kernel> kernel = makeKernel("fill");
  kernel->setMemory(0, nullptr);
  ArgumentSnapshot snapshot;
  const Status status = kernel->snapshot(snapshot);
  EXPECT_EQ(status.code, CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(status.message(), "argument 1 'value' of kernel 'fill' is not set");
}

TEST_F(ProgramTest, SnapshotKeepsTheBufferAlive) {
  const Ref<Kernel> kernel = makeKernel("count");
  static std::atomic<int> destroyed{0};
  destroyed = 0;
  Ref<MemObject> buffer = makeBuffer(64);
  buffer->addDestructorCallback([](cl_mem, void*) { ++destroyed; }, nullptr);
  kernel->setMemory(0, buffer.get());
  {
    ArgumentSnapshot snapshot;
    ASSERT_TRUE(kernel->snapshot(snapshot).ok());
    kernel->setMemory(0, nullptr);
    buffer = nullptr;
    test::waitForCallbacks();
    EXPECT_EQ(destroyed, 0);
  }
  test::waitForCallbacks();
  EXPECT_EQ(destroyed, 1);
}

TEST_F(ProgramTest, BufferSetAgainAfterAnotherIsTheArgument) {
  const Ref<Kernel> kernel = makeKernel("count");
  const Ref<MemObject> first = makeBuffer(64), second = makeBuffer(64);
  for (MemObject* memory : {first.get(), first.get(), second.get(), first.get()}) {
    kernel->setMemory(0, memory);
    ArgumentSnapshot snapshot;
    ASSERT_TRUE(kernel->snapshot(snapshot).ok());
    EXPECT_EQ(at<const void*>(snapshot, 0), memory->data());
  }
}

// Invalid, and reported by ThreadSanitizer; but the launch must not use freed memory.
TEST_F(ProgramTest, ArgumentsSetByThreadsAtOnceAreThereOrNotUsable) {
  if (!OWN_ALLOCATION) GTEST_SKIP() << "the race is the program's";
  const Ref<Kernel> kernel = makeKernel("count");
  std::atomic<bool> over{false};
  const auto setAndRelease = [&] {
    while (!over) kernel->setMemory(0, makeBuffer(64).get());
  };
  std::thread first(setAndRelease), second(setAndRelease);
  const Ref<MemObject> kept = makeBuffer(64);
  int launches = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 16 == 0) kernel->setMemory(0, kept.get());
    ArgumentSnapshot snapshot;
    const Status status = kernel->snapshot(snapshot);
    if (status.ok())
      std::memset(at<void*>(snapshot, 0), 1, 64), ++launches;
    else
      ASSERT_EQ(status.code, CL_INVALID_KERNEL_ARGS);
  }
  over = true;
  first.join(), second.join();
  EXPECT_GT(launches, 0);
}

TEST_F(ProgramTest, LocalArgumentsSetByThreadsAtOnceHaveTheirRoom) {
  const Ref<Kernel> kernel = makeKernel("every");
  const char zeros[16] = {};
  for (cl_uint pointer : {0u, 1u, 6u}) kernel->setMemory(pointer, nullptr);
  for (cl_uint value : {4u, 5u}) kernel->setValue(value, zeros);
  kernel->setLocal(2, 1);
  kernel->setLocal(3, 1);
  std::atomic<bool> over{false};
  std::thread setter([&] {
    for (uint64_t i = 0; !over; ++i) kernel->setLocal(2, 1 + i % 2 * 10'000);
  });
  for (int i = 0; i < 20'000; ++i) {
    ArgumentSnapshot snapshot;
    ASSERT_TRUE(kernel->snapshot(snapshot).ok());
    ASSERT_EQ(at<uint64_t>(snapshot, 24) + 1, snapshot.localBytes) << "the end of the last one";
  }
  over = true;
  setter.join();
}

TEST_F(ProgramTest, SnapshotOfAUsualKernelAllocatesNothing) {
  if (!OWN_ALLOCATION) GTEST_SKIP() << "allocations cannot be counted";
  const Ref<Kernel> kernel = makeKernel("fill");
  const Ref<MemObject> buffer = makeBuffer(64);
  const int value = 1;
  kernel->setMemory(0, buffer.get());
  kernel->setValue(1, &value);
  const size_t before = allocationCount;
  for (int i = 0; i < 100; ++i) {
    ArgumentSnapshot snapshot;
    ASSERT_TRUE(kernel->snapshot(snapshot).ok());
  }
  EXPECT_EQ(allocationCount, before);
}

TEST_F(ProgramTest, ManyBuildInTheBackgroundAtOnce) {
  std::vector<Ref<Program>> programs;
  std::atomic<int> done{0};
  for (int i = 0; i < 40; ++i) {
    programs.push_back(makeProgram("ok", "background" + std::to_string(i)));
    const Status status = programs.back()->build(
        {}, nullptr, [](cl_program, void* user) { ++*static_cast<std::atomic<int>*>(user); },
        &done);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  while (done < 40) std::this_thread::yield();
  for (const auto& program : programs)
    EXPECT_TRUE(Ref<Kernel>::adopt(*program->createKernel("fill")));
}

TEST_F(ProgramTest, FiftyThousandAreBuiltAndReleased) {
  const auto words = test::fakeModule("ok", "many");
  for (int i = 0; i < 50'000; ++i) {
    const auto made = Program::createWithIl(*context_, std::as_bytes(std::span(words)));
    ASSERT_TRUE(made);
    const auto program = Ref<Program>::adopt(*made);
    const Status status = program->build({}, nullptr, nullptr, nullptr);
    ASSERT_TRUE(status.ok()) << "number " << i << ": " << status.message();
    const auto kernel = program->createKernel("fill");
    ASSERT_TRUE(kernel);
    (*kernel)->release();
  }
}

/// Exit status of a child that calls exit() during a build.
int statusOfLeaving(const std::function<void()>& startBuild) {
  const pid_t child = fork();
  if (child == 0) {
    isForked = true;
    alarm(20);
    startBuild();
    std::exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST_F(ProgramTest, HostMayExitDuringABuildInTheBackground) {
  test::Gate gate;
  const int status = statusOfLeaving([&] {
    new Ref<Program>(makeProgram("ok"));
    auto program = makeProgram("gate", gate.path());
    program->build({}, nullptr, [](cl_program, void*) {}, nullptr);
    gate.wait();
  });
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(ProgramTest, ForkedChildBuildsWhileTheParentBuildsTheSame) {
  test::Gate gate;
  auto program = makeProgram("gate", gate.path());
  std::promise<void> done;
  ASSERT_TRUE(
      program
          ->build(
              {}, nullptr,
              [](cl_program, void* user) { static_cast<std::promise<void>*>(user)->set_value(); },
              &done)
          .ok());
  gate.wait();
  gate.openForOthers();
  const int status = statusOfLeaving([&] {
    auto its = makeProgram("gate", gate.path());
    if (!its->build({}, nullptr, nullptr, nullptr).ok()) std::_Exit(1);
  });
  EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  gate.open();
  done.get_future().wait();
}

}  // namespace
}  // namespace lanewise
