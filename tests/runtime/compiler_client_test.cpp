// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client with compiler processes that work, and with those that are missing, crash, hang, run out
// of memory or send invalid data.
#include "runtime/compiler_process/compiler_client.h"
#include "tests/in_child.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/fake/gate.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace lanewise {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using test::fakeRequest;
using test::Gate;
using test::inChild;
using test::TemporaryFolder;

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_COMPILER", FAKE_HELPER, 1) == 0;

CompilerClient::Settings fakeSettings() {
  CompilerClient::Settings settings;
  settings.helper.program = FAKE_HELPER;
  settings.helper.secondsPerRequest = 20;
  settings.helper.memoryMebibytes = 512;
  settings.maxHelpers = 2;
  return settings;
}

CompileReply compile(CompilerClient& client, const std::string& word,
                     const std::string& more = "") {
  return client.compile(encode(fakeRequest(word, more)));
}

/// The number after `name` in the log of the fake compiler.
int numberIn(const std::string& log, const std::string& name) {
  const size_t at = log.find(name + " ");
  return at == log.npos ? -1 : std::atoi(log.c_str() + at + name.size() + 1);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

bool processLives(int process) {
  // kill() succeeds for a zombie; its state shows what it is.
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return bool(file >> number >> name >> state) && state != "Z";
}

/// Waits until it has ended; false if it does not.
bool endsSoon(int process) {
  const auto limit = steady_clock::now() + std::chrono::seconds(60);
  while (processLives(process) && steady_clock::now() < limit)
    std::this_thread::sleep_for(milliseconds(5));
  return !processLives(process);
}

TEST(CompilerClient, CompilesInOneHelperAfterTheOther) {
  CompilerClient client(fakeSettings());
  const CompileReply first = compile(client, "ok"), second = compile(client, "ok");
  ASSERT_EQ(first.outcome, Outcome::Ok) << buildLog(first.diagnostics);
  ASSERT_EQ(second.outcome, Outcome::Ok) << buildLog(second.diagnostics);
  EXPECT_FALSE(first.code.empty());
  EXPECT_EQ(numberIn(buildLog(first.diagnostics), "process"), numberIn(buildLog(second.diagnostics), "process"));
  EXPECT_EQ(numberIn(buildLog(second.diagnostics), "served"), 2);
  EXPECT_NE(numberIn(buildLog(first.diagnostics), "process"), getpid());
}

TEST(CompilerClient, ConcurrentBuildsUseSeveralHelpersUpToTheLimit) {
  CompilerClient client(fakeSettings());
  std::vector<CompileReply> replies(6);
  Gate gate;
  {
    std::vector<std::jthread> threads;
    for (CompileReply& reply : replies)
      threads.emplace_back([&] { reply = compile(client, "gate", gate.path()); });
    gate.wait(2);  // at the same time
    gate.open();
  }
  std::set<int> processes;
  for (const CompileReply& reply : replies) {
    EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
    processes.insert(numberIn(buildLog(reply.diagnostics), "process"));
  }
  EXPECT_EQ(processes.size(), 2u);
}

TEST(CompilerClient, InProcessModeCompilesHere) {
  CompilerClient::Settings settings;
  settings.library = FAKE_COMPILER;
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Ok);
  EXPECT_EQ(numberIn(buildLog(reply.diagnostics), "process"), getpid());
}

TEST(CompilerClient, InProcessModeWithoutTheLibrary) {
  CompilerClient::Settings settings;
  settings.library = "/nowhere/liblanewise-compiler.so";
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "/nowhere/liblanewise-compiler.so")) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, MissingHelper) {
  auto settings = fakeSettings();
  settings.helper.program = "/nowhere/lanewise-compiler";
  CompilerClient client(settings);
  for (int i = 0; i < 3; ++i) {  // more often than there are leases
    const CompileReply reply = compile(client, "ok");
    EXPECT_EQ(reply.outcome, Outcome::Failed);
    EXPECT_TRUE(contains(buildLog(reply.diagnostics), "'/nowhere/lanewise-compiler' cannot be started: No such file"))
        << buildLog(reply.diagnostics);
  }
}

TEST(CompilerClient, HelperWithoutItsLibrary) {
  // A copy of the program in another folder does not find the library beside it.
  const TemporaryFolder folder;
  auto settings = fakeSettings();
  settings.helper.program = folder.path() + "/script";
  std::ofstream(settings.helper.program) << "#!/bin/sh\necho 'the library is gone' >&2\nexit 1\n";
  std::filesystem::permissions(settings.helper.program, std::filesystem::perms::owner_all);
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "ended before it answered; it said:\nthe library is gone"))
      << buildLog(reply.diagnostics);
}

struct Death {
  const char* word;
  const char* sentence;
};
class DyingHelper : public testing::TestWithParam<Death> {};

TEST_P(DyingHelper, IsAFailedBuildAndTheNextOneWorks) {
  CompilerClient client(fakeSettings());
  const CompileReply reply = compile(client, GetParam().word);
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), GetParam().sentence)) << buildLog(reply.diagnostics);
  const CompileReply next = compile(client, "ok");
  EXPECT_EQ(next.outcome, Outcome::Ok) << buildLog(next.diagnostics);
  // The same with a process that has served before.
  const CompileReply again = compile(client, GetParam().word);
  EXPECT_EQ(again.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(again.diagnostics), GetParam().sentence)) << buildLog(again.diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    CompilerClient, DyingHelper,
    testing::Values(Death{"crash", "crashed (segmentation fault) while pretending to compile"},
                    Death{"abort", "Assertion `sensible' failed."},
                    Death{"abort", "gave up (abort) while pretending to compile"},
                    Death{"exit", "ended before it answered"},
                    Death{"exit", "ended its process while pretending to compile"},
                    Death{"chatter", "gave up (abort) while pretending to compile"},
                    Death{"kill", "without a word (killed from outside"},
#ifndef LANEWISE_SANITIZED
                    Death{"memory", "ran out of memory while pretending to compile"},
#endif
                    Death{"deep", "crashed (segmentation fault)"},
                    Death{"garbage", "answer of 7 bytes cannot be understood"}),
    [](const auto& info) { return std::string(info.param.word) + std::to_string(info.index); });

TEST(CompilerClient, HelperKilledWhileIdleIsReplaced) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  ASSERT_GT(process, 1);
  kill(process, SIGKILL);
  ASSERT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, HelperKilledDuringABuildIsAFailedBuild) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  ASSERT_GT(process, 1);
  Gate gate;
  std::jthread killer([&] {
    gate.wait();
    kill(process, SIGKILL);
  });
  const CompileReply reply = compile(client, "gate", gate.path());
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "ended before it answered")) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, HangingBuildIsEndedWithItsHelper) {
  auto settings = fakeSettings();
  settings.helper.secondsPerRequest = 2;
  CompilerClient client(settings);
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  const CompileReply reply = compile(client, "hang");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "did not finish within 2 seconds")) << buildLog(reply.diagnostics);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "the compiler was ended while pretending to compile"))
      << buildLog(reply.diagnostics);
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, ProgramThatIsNoHelperAndHangsIsEnded) {
  auto settings = fakeSettings();
  settings.helper.program = "/bin/cat";  // waits for its standard input, or fails at once
  settings.helper.secondsPerRequest = 1;
  CompilerClient client(settings);
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Failed);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(CompilerClient, ProgramThatAnswersNonsenseIsNotBelieved) {
  const TemporaryFolder folder;
  auto settings = fakeSettings();
  settings.helper.program = folder.path() + "/script";
  std::ofstream(settings.helper.program)
      << "#!/bin/sh\nhead -c 8 <&3 >/dev/null\nprintf 'HTTP/1.1 400 Bad Request, and so on' >&3\n";
  std::filesystem::permissions(settings.helper.program, std::filesystem::perms::owner_all);
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "does not answer as a compiler")) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, HelperOfAnotherVersionIsNamedWithBothVersions) {
  auto settings = fakeSettings();
  settings.helper.program = OTHER_HELPER;
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "is not of the same version as this runtime")) << buildLog(reply.diagnostics);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), interfaceVersion())) << buildLog(reply.diagnostics);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "'lanewise-compiler abi 0 messages 0 fake'")) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, LibraryOfAnotherVersionIsNotAsked) {
  CompilerClient::Settings settings;
  settings.library = OTHER_COMPILER;
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "'abi 0 messages 0 fake'")) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, NoiseOfTheCompilerNeitherBlocksNorReachesUs) {
  CompilerClient client(fakeSettings());
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const CompileReply reply = compile(client, "noise");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, IdleHelperLeavesAndIsReplaced) {
  auto settings = fakeSettings();
  settings.helper.idleSeconds = 1;
  CompilerClient client(settings);
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, NoChildAndNoHandlerIsVisibleToTheHost) {
  struct sigaction before[NSIG], after;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, nullptr, &before[signal]);
  CompilerClient client(fakeSettings());
  ASSERT_EQ(compile(client, "ok").outcome, Outcome::Ok);
  ASSERT_EQ(compile(client, "crash").outcome, Outcome::Failed);
  // A host that waits for all its children would wait for the compiler process.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigaction(signal, nullptr, &after) == 0) {
      EXPECT_EQ(after.sa_handler, before[signal].sa_handler) << "signal " << signal;
    }
}

TEST(CompilerClient, DescriptorsAreClosedAtExecAndGivenBack) {
  const auto openDescriptors = [] {
    std::set<int> numbers;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
      numbers.insert(std::stoi(entry.path().filename()));
    return numbers;
  };
  const std::set<int> before = openDescriptors();
  {
    CompilerClient client(fakeSettings());
    ASSERT_EQ(compile(client, "ok").outcome, Outcome::Ok);
    for (int number : openDescriptors()) {
      const int flags = fcntl(number, F_GETFD);
      if (flags >= 0 && !before.contains(number)) {
        EXPECT_TRUE(flags & FD_CLOEXEC) << "descriptor " << number;
      }
    }
  }
  EXPECT_EQ(openDescriptors(), before);
}

TEST(CompilerClient, HelperHoldsNoDescriptorOfTheHost) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);  // without close-on-exec, as some hosts open them
  CompilerClient client(fakeSettings());
  ASSERT_EQ(compile(client, "ok").outcome, Outcome::Ok);
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0) << "somebody else still holds the writing end";
  close(ends[0]);
}

TEST(CompilerClient, HelperIsGoneWhenTheHostIsGone) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(inChild([&] {
              auto& client = *new CompilerClient(fakeSettings());
              const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
              return write(ends[1], &process, sizeof(process)) == sizeof(process) ? 0 : 1;
            }),
            0);
  int process = 0;
  ASSERT_EQ(read(ends[0], &process, sizeof(process)), ssize_t(sizeof(process)));
  EXPECT_TRUE(endsSoon(process));
}

TEST(CompilerClient, HelperIsGoneWithTheHostThoughAForkedChildLivesOn) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int numbers[2] = {};  // the compiler process, which is a grandchild and inherited the socket
  ASSERT_EQ(inChild([&] {
              auto& client = *new CompilerClient(fakeSettings());
              numbers[0] = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
              numbers[1] = fork();
              if (numbers[1] == 0) {
                sleep(30);
                _exit(0);
              }
              return write(ends[1], numbers, sizeof(numbers)) == sizeof(numbers) ? 0 : 1;
            }),
            0);
  ASSERT_EQ(read(ends[0], numbers, sizeof(numbers)), ssize_t(sizeof(numbers)));
  EXPECT_TRUE(endsSoon(numbers[0]));
  EXPECT_TRUE(processLives(numbers[1]));
  kill(numbers[1], SIGKILL);
}

TEST(CompilerClient, ForkedChildGetsAClientOfItsOwn) {
  ASSERT_TRUE(environmentIsSet);
  CompilerClient& mine = CompilerClient::get();
  const int process = numberIn(buildLog(compile(mine, "ok").diagnostics), "process");
  EXPECT_EQ(inChild([&] {
              CompilerClient& its = CompilerClient::get();
              const CompileReply reply = compile(its, "ok");
              const bool own = &its != &mine && numberIn(buildLog(reply.diagnostics), "process") != process;
              return reply.outcome == Outcome::Ok && own ? 0 : 1;
            }),
            0);
  // The parent's compiler process still serves the parent.
  EXPECT_EQ(numberIn(buildLog(compile(mine, "ok").diagnostics), "process"), process);
}

TEST(CompilerClient, UnloadEndsIdleHelpers) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  client.unload();
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, InterruptFromTheTerminalDoesNotEndTheHelper) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  kill(process, SIGINT);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(numberIn(buildLog(reply.diagnostics), "process"), process);
}

}  // namespace
}  // namespace lanewise
