// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of the log.
#include "runtime/base/log.h"

#include <gtest/gtest.h>
#include <cstdlib>
#include <string>

namespace lanewise {
namespace {

/// What is written when the environment is read, which happens once.
const std::string& warnings = *[] {
  setenv("LANEWISE_LOG", "build,bild", 1);
  testing::internal::CaptureStderr();
  logs(LogGroup::Build);
  return new std::string(testing::internal::GetCapturedStderr());
}();

std::string written(LogGroup group, const std::string& text) {
  testing::internal::CaptureStderr();
  log(group, "%s", text.c_str());
  return testing::internal::GetCapturedStderr();
}

TEST(Log, AnUnknownGroupIsReportedWithTheKnownOnes) {
  EXPECT_EQ(warnings,
            "lanewise: unknown log group 'bild' in LANEWISE_LOG; known: api, build, jit, all\n");
}

// They were cut at 1024 bytes.
TEST(Log, LongMessagesAreWhole) {
  for (size_t length : {0, 1, 1000, 1007, 1008, 1009, 1010, 1011, 1023, 1024, 1025, 100'000}) {
    const std::string text(length, 'x');
    EXPECT_EQ(written(LogGroup::Build, text), "lanewise build: " + text + "\n") << length;
  }
}

TEST(Log, ABuildLogEndsWithOneNewline) {
  EXPECT_EQ(written(LogGroup::Build, "a\nb\n"), "lanewise build: a\nb\n");
  EXPECT_EQ(written(LogGroup::Build, "\n\n"), "lanewise build: \n");
}

TEST(Log, GroupsThatAreNotEnabledAreSilent) { EXPECT_EQ(written(LogGroup::Api, "a"), ""); }

}  // namespace
}  // namespace lanewise
