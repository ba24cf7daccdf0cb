// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client with compiler processes that work, and with those that are missing, crash, hang, run
// out of memory or send invalid data.
#include "runtime/compiler_process/compiler_client.h"
#include "tests/in_child.h"
#include "tests/runtime/fake/fake_client.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/fake/gate.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

namespace lanewise {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using test::compile;
using test::contains;
using test::endsSoon;
using test::fakeRequest;
using test::fakeSettings;
using test::Gate;
using test::inChild;
using test::numberIn;
using test::processLives;
using test::TemporaryFolder;

/// Must run before anything reads the environment.
const bool environmentIsSet = setenv("LANEWISE_COMPILER", FAKE_PROGRAM, 1) == 0;

TEST(CompilerClient, OneProcessServesSeveralRequests) {
  CompilerClient client(fakeSettings());
  const CompileReply first = compile(client, "ok"), second = compile(client, "ok");
  ASSERT_EQ(first.outcome, Outcome::Ok) << buildLog(first.diagnostics);
  ASSERT_EQ(second.outcome, Outcome::Ok) << buildLog(second.diagnostics);
  EXPECT_FALSE(first.code.empty());
  EXPECT_EQ(numberIn(buildLog(first.diagnostics), "process"),
            numberIn(buildLog(second.diagnostics), "process"));
  EXPECT_EQ(numberIn(buildLog(second.diagnostics), "served"), 2);
  EXPECT_NE(numberIn(buildLog(first.diagnostics), "process"), getpid());
}

TEST(CompilerClient, ConcurrentBuildsUseSeveralProcessesUpToTheLimit) {
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
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "/nowhere/liblanewise-compiler.so"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerClient, MissingProgram) {
  auto settings = fakeSettings();
  settings.process.program = "/nowhere/lanewise-compiler";
  CompilerClient client(settings);
  for (int i = 0; i < 3; ++i) {  // more often than there are leases
    const CompileReply reply = compile(client, "ok");
    EXPECT_EQ(reply.outcome, Outcome::Failed);
    EXPECT_TRUE(
        contains(buildLog(reply.diagnostics),
                 "error: cannot start the compiler program '/nowhere/lanewise-compiler': No such "
                 "file or directory (LANEWISE_COMPILER selects the program)"))
        << buildLog(reply.diagnostics);
    EXPECT_FALSE(contains(buildLog(reply.diagnostics), "internal error"));
  }
}

TEST(CompilerClient, ProgramWithoutItsLibrary) {
  // A copy of the program in another folder does not find the library beside it.
  const TemporaryFolder folder;
  auto settings = fakeSettings();
  settings.process.program = folder.path() + "/script";
  std::ofstream(settings.process.program) << "#!/bin/sh\necho 'the library is gone' >&2\nexit 1\n";
  std::filesystem::permissions(settings.process.program, std::filesystem::perms::owner_all);
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "ended unexpectedly: the library is gone\n"))
      << buildLog(reply.diagnostics);
}

struct Death {
  const char* word;
  const char* sentence;
};
class DyingCompilerProcess : public testing::TestWithParam<Death> {};

TEST_P(DyingCompilerProcess, IsAFailedBuildAndTheNextOneWorks) {
  CompilerClient client(fakeSettings());
  const CompileReply reply = compile(client, GetParam().word);
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), GetParam().sentence))
      << buildLog(reply.diagnostics);
  const CompileReply next = compile(client, "ok");
  EXPECT_EQ(next.outcome, Outcome::Ok) << buildLog(next.diagnostics);
  // The same with a process that has served before.
  const CompileReply again = compile(client, GetParam().word);
  EXPECT_EQ(again.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(again.diagnostics), GetParam().sentence))
      << buildLog(again.diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    CompilerClient, DyingCompilerProcess,
    testing::Values(
        Death{"crash", "crashed (segmentation fault) while pretending to compile"},
        Death{"abort", "Assertion `sensible' failed."},
        Death{"abort", "called abort while pretending to compile"},
        Death{"exit", "ended unexpectedly"},
        Death{"exit", "called exit while pretending to compile"},
        Death{"chatter", "called abort while pretending to compile"},
        Death{"kill", "no diagnostic output (killed by a signal"},
#ifndef LANEWISE_SANITIZED
        Death{"memory",
              "error: the compiler process exceeded its limit of memory (512 MiB, set "
              "by LANEWISE_COMPILER_MEGABYTES) while pretending to compile, function 'imagined'\n"},
        // It was an internal error.
        Death{"threads", "error: the compiler process exceeded its limit of memory"},
#endif
        Death{"deep", "crashed (segmentation fault)"},
        Death{"garbage", "malformed reply from the compiler (7 bytes)"}),
    [](const auto& info) { return std::string(info.param.word) + std::to_string(info.index); });

TEST(CompilerClient, ProcessKilledWhileIdleIsReplaced) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  ASSERT_GT(process, 1);
  kill(process, SIGKILL);
  ASSERT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, ProcessKilledDuringABuildIsAFailedBuild) {
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
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "ended unexpectedly"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerClient, OtherProgramThatHangsIsEnded) {
  auto settings = fakeSettings();
  settings.process.program = "/bin/cat";  // waits for its standard input, or fails at once
  settings.process.startSeconds = 1;
  CompilerClient client(settings);
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Failed);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

/// The reply if the compiler program is a script of the shell. Its descriptor 3 is the connection.
CompileReply replyOfScript(const std::string& script, const std::string& more) {
  const TemporaryFolder folder;
  auto settings = fakeSettings();
  settings.process.program = folder.path() + "/script";
  std::ofstream(settings.process.program) << "#!/bin/sh\n" << script;
  std::filesystem::permissions(settings.process.program, std::filesystem::perms::owner_all);
  CompilerClient client(settings);
  return compile(client, "ok", more);
}

constexpr const char* kNonsense = "printf 'HTTP/1.1 400 Bad Request, and so on' >&3\n";

TEST(CompilerClient, ProgramThatAnswersNonsenseIsNotBelieved) {
  const CompileReply reply =
      replyOfScript(std::string("head -c 8 <&3 >/dev/null\n") + kNonsense, "");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "is not a Lanewise compiler"))
      << buildLog(reply.diagnostics);
}

// The host could not send its request any more, and reported a compiler that had died.
TEST(CompilerClient, ProgramThatEndsAtOnceIsKnownByWhatItWrote) {
  const std::string longerThanTheSocketHolds(4 << 20, ' ');
  const CompileReply reply = replyOfScript(kNonsense, longerThanTheSocketHolds);
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "is not a Lanewise compiler"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerClient, ProgramOfAnotherVersionIsNamedWithBothVersions) {
  auto settings = fakeSettings();
  settings.process.program = OTHER_PROGRAM;
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "has another version than this runtime"))
      << buildLog(reply.diagnostics);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), interfaceVersion()))
      << buildLog(reply.diagnostics);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "'lanewise-compiler abi 0 messages 0 fake'"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerClient, LibraryOfAnotherVersionIsNotAsked) {
  CompilerClient::Settings settings;
  settings.library = OTHER_COMPILER;
  CompilerClient client(settings);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "'abi 0 messages 0 fake'"))
      << buildLog(reply.diagnostics);
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

TEST(CompilerClient, IdleProcessEndsAndIsReplaced) {
  auto settings = fakeSettings();
  settings.process.idleSeconds = 1;
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

/// Numbers of the open descriptors.
std::set<int> openDescriptors() {
  std::set<int> numbers;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    numbers.insert(std::stoi(entry.path().filename()));
  std::erase_if(numbers, [](int number) { return fcntl(number, F_GETFD) < 0; });
  return numbers;
}

TEST(CompilerClient, DescriptorsAreClosedAtExecAndGivenBack) {
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

TEST(CompilerClient, ProcessHoldsNoDescriptorOfTheHost) {
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

TEST(CompilerClient, ProcessIsGoneWhenTheHostIsGone) {
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

TEST(CompilerClient, ProcessIsGoneWithTheHostThoughAForkedChildLivesOn) {
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
              const bool own =
                  &its != &mine && numberIn(buildLog(reply.diagnostics), "process") != process;
              return reply.outcome == Outcome::Ok && own ? 0 : 1;
            }),
            0);
  // The parent's compiler process still serves the parent.
  EXPECT_EQ(numberIn(buildLog(compile(mine, "ok").diagnostics), "process"), process);
}

/// How many children of this process are zombies.
int zombies() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string number, name, state;
    int parent = 0;
    if (file >> number >> name >> state >> parent && state == "Z" && parent == getpid()) ++count;
  }
  return count;
}

TEST(CompilerClient, SubreaperHasNoZombieOfACompilerProcess) {
  EXPECT_EQ(inChild([] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);
              CompilerClient client(fakeSettings());
              const int idle = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
              client.unload();
              const int killed = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
              kill(killed, SIGKILL);
              if (!endsSoon(idle) || !endsSoon(killed)) return 1;
              const auto limit = steady_clock::now() + std::chrono::seconds(10);
              while (zombies() != 0 && steady_clock::now() < limit)
                std::this_thread::sleep_for(milliseconds(5));
              return zombies() == 0 ? 0 : 2;
            }),
            0);
}

/// A client whose descriptors the application has closed and replaced by ends of a pipe of its own.
class TakenDescriptors {
 public:
  explicit TakenDescriptors(CompilerClient& client) {
    const std::set<int> before = openDescriptors();
    process_ = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
    EXPECT_EQ(pipe(ends_), 0);
    for (int number : openDescriptors())
      if (!before.contains(number) && number != ends_[0] && number != ends_[1]) {
        EXPECT_EQ(dup2(ends_[taken_.size() % 2], number), number);
        taken_.push_back(number);
      }
  }
  ~TakenDescriptors() {
    for (int number : taken_) close(number);
    for (int number : ends_) close(number);
  }
  int process() const { return process_; }
  size_t count() const { return taken_.size(); }
  bool areOpen() const {
    return std::ranges::all_of(taken_, [](int n) { return fcntl(n, F_GETFD) >= 0; });
  }
  bool gotBytes() const {
    pollfd entry{ends_[0], POLLIN, 0};
    return poll(&entry, 1, 0) != 0;
  }

 private:
  int process_ = 0, ends_[2];
  std::vector<int> taken_;
};

TEST(CompilerClient, DescriptorsThatTheApplicationClosedAreNotUsed) {
  EXPECT_EQ(inChild([] {  // which an alarm ends if it blocks
              auto client = std::make_unique<CompilerClient>(fakeSettings());
              const TakenDescriptors taken(*client);
              if (taken.count() != 2) return 1;
              const CompileReply reply = compile(*client, "ok");
              if (reply.outcome != Outcome::Ok) return 2;
              if (numberIn(buildLog(reply.diagnostics), "process") == taken.process()) return 3;
              client.reset();
              if (!taken.areOpen()) return 4;
              return taken.gotBytes() ? 5 : 0;
            }),
            0);
}

TEST(CompilerClient, DescriptorsClosedDuringABuildAreAFailedBuild) {
  EXPECT_EQ(inChild([] {
              CompilerClient client(fakeSettings());
              const std::set<int> before = openDescriptors();
              compile(client, "ok");
              std::set<int> ours = openDescriptors();
              for (int number : before) ours.erase(number);
              Gate gate;
              // The gate orders this after the request, through the compiler process, which
              // ThreadSanitizer does not see. It observes close() and not the system call.
              std::jthread closer([&] {
                gate.wait();
                for (int number : ours) syscall(SYS_close, number);
                gate.open();
              });
              const CompileReply reply = compile(client, "gate", gate.path());
              if (reply.outcome != Outcome::Failed) return 1;
              return contains(buildLog(reply.diagnostics),
                              "the application closed its file descriptor")
                         ? 0
                         : 2;
            }),
            0);
}

TEST(CompilerClient, FileSizeLimitOfTheHostDoesNotEndTheProcess) {
  CompilerClient client(fakeSettings());
  const CompileReply reply = compile(client, "file-size");
  EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
}

TEST(CompilerClient, MemoryLimitOfTheHostIsNotRaised) {
#ifndef LANEWISE_SANITIZED
  EXPECT_EQ(inChild([] {
              const rlimit low{rlim_t(300) << 20, rlim_t(400) << 20};
              if (setrlimit(RLIMIT_DATA, &low) != 0) return 1;
              CompilerClient client(fakeSettings());
              const CompileReply reply = compile(client, "ok");
              if (reply.outcome != Outcome::Ok) return 2;
              return numberIn(buildLog(reply.diagnostics), "data limit") == 300 ? 0 : 3;
            }),
            0);
#endif
}

TEST(CompilerClient, RequestAboveTheLimitOfMessagesIsNamed) {
  const size_t sizeBytes = (size_t(1) << 30) + 1;
  void* pages =
      mmap(nullptr, sizeBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  CompilerClient client(fakeSettings());
  const CompileReply reply = client.compile({static_cast<const uint8_t*>(pages), sizeBytes});
  munmap(pages, sizeBytes);
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics),
                       "too large for the compiler: its request has 1073741825 bytes"))
      << buildLog(reply.diagnostics);
}

// It was reported as a crash of the compiler process.
TEST(CompilerClient, ReplyAboveTheLimitOfMessagesIsNamed) {
  CompilerClient client(fakeSettings());
  const CompileReply reply = compile(client, "long");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics),
                       "error: the compiled program is too large: the compiler's reply has "
                       "1073741825 bytes (limit 1073741824)"))
      << buildLog(reply.diagnostics);
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, ProcessWithAMalformedReplyIsNotUsedAgain) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  ASSERT_GT(process, 1);
  // More often than there are leases.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(compile(client, "garbage").outcome, Outcome::Failed);
  EXPECT_TRUE(endsSoon(process));
  const CompileReply next = compile(client, "ok");
  EXPECT_NE(numberIn(buildLog(next.diagnostics), "process"), process);
  EXPECT_EQ(numberIn(buildLog(next.diagnostics), "served"), 1);
}

TEST(CompilerClient, UnloadEndsIdleProcesses) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  client.unload();
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

TEST(CompilerClient, InterruptFromTheTerminalDoesNotEndTheProcess) {
  CompilerClient client(fakeSettings());
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  kill(process, SIGINT);
  const CompileReply reply = compile(client, "ok");
  EXPECT_EQ(numberIn(buildLog(reply.diagnostics), "process"), process);
}

}  // namespace
}  // namespace lanewise
