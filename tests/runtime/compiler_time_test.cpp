// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of the time of builds, and the log of builds that take long.
#include "tests/runtime/fake/fake_client.h"

#include <gtest/gtest.h>
#include <chrono>
#include <cstdlib>
#include <string>

namespace lanewise {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using test::compile;
using test::contains;
using test::endsSoon;
using test::fakeSettings;
using test::numberIn;

/// Must run before anything reads the environment.
const bool environmentIsSet =
    setenv("LANEWISE_COMPILER", FAKE_PROGRAM, 1) == 0 && setenv("LANEWISE_LOG", "build", 1) == 0;

/// One second of CPU time for each kernel.
CompilerClient::Settings settingsOfOneSecond() {
  CompilerClient::Settings settings = fakeSettings();
  settings.process.secondsPerKernel = 1;
  return settings;
}

TEST(CompilerTime, HangingBuildIsEndedWithItsProcess) {
  auto settings = fakeSettings();
  settings.process.wallSeconds = 1;
  CompilerClient client(settings);
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  const CompileReply reply = compile(client, "hang");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics),
                       "error: the compiler process exceeded its limit of time (20 seconds of CPU "
                       "time, or 1 seconds in all, for each kernel, set by "
                       "LANEWISE_COMPILER_SECONDS) while pretending to compile, function "
                       "'imagined'\n"))
      << buildLog(reply.diagnostics);
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

// The host waited for the limit of one kernel, however many the program had.
TEST(CompilerTime, BuildThatReportsMayTakeTheTimeOfAllItsKernels) {
  auto settings = fakeSettings();
  settings.process.wallSeconds = 2;
  settings.process.firstReportSeconds = 1;
  CompilerClient client(settings);
  const auto begin = steady_clock::now();
  EXPECT_EQ(compile(client, "three-seconds").outcome, Outcome::Ok);
  EXPECT_GE(steady_clock::now() - begin, milliseconds(2900));
}

// It stayed: only the host had given it up.
TEST(CompilerTime, StoppedProcessIsEnded) {
  auto settings = fakeSettings();
  settings.process.wallSeconds = 1;
  CompilerClient client(settings);
  const int process = numberIn(buildLog(compile(client, "ok").diagnostics), "process");
  EXPECT_EQ(compile(client, "stop").outcome, Outcome::Failed);
  EXPECT_TRUE(endsSoon(process));
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

// The limit is for each kernel, and the fake compiler has two of them.
TEST(CompilerTime, BuildThatExceedsItsCpuTimeIsDoneWithoutOptimization) {
  CompilerClient client(settingsOfOneSecond());
  const auto begin = steady_clock::now();
  const CompileReply reply = compile(client, "spin-once");
  EXPECT_GE(steady_clock::now() - begin, milliseconds(1500));
  EXPECT_EQ(reply.outcome, Outcome::Ok);
  EXPECT_EQ(reply.exceededSeconds, 1u);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics),
                       "warning: the compiler process exceeded its limit of time (1 seconds of CPU "
                       "time, or 1200 seconds in all, for each kernel, set by "
                       "LANEWISE_COMPILER_SECONDS) while pretending to compile, function "
                       "'imagined'; the program was built without optimization"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerTime, BuildThatExceedsItsCpuTimeTwiceFails) {
  CompilerClient client(settingsOfOneSecond());
  const CompileReply reply = compile(client, "spin");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics),
                       "error: the compiler process exceeded its limit of time (1 "))
      << buildLog(reply.diagnostics);
  EXPECT_EQ(compile(client, "ok").outcome, Outcome::Ok);
}

// Optimization has no part in it.
TEST(CompilerTime, FrontEndThatExceedsItsTimeIsNotRepeated) {
  CompilerClient client(settingsOfOneSecond());
  const CompileReply reply = compile(client, "spin-in-front-end");
  EXPECT_EQ(reply.outcome, Outcome::Failed);
  EXPECT_TRUE(contains(buildLog(reply.diagnostics), "exceeded its limit of time"))
      << buildLog(reply.diagnostics);
}

TEST(CompilerTime, BuildThatTakesLongIsLogged) {
  auto settings = fakeSettings();
  settings.process.firstReportSeconds = 1;
  CompilerClient client(settings);
  testing::internal::CaptureStderr();
  EXPECT_EQ(compile(client, "three-seconds").outcome, Outcome::Ok);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(
      contains(text,
               "lanewise build: the compiler still runs after 1 s while pretending to compile, "
               "function 'imagined'\n"))
      << text;
}

}  // namespace
}  // namespace lanewise
