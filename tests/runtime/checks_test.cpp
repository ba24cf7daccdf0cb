// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host makes of reports of checks: words, rules and the file.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "interface/access_word.h"
#include "runtime/checks/access_history.h"
#include "runtime/checks/check_mode.h"
#include "runtime/checks/check_site.h"
#include "runtime/checks/report_file.h"
#include "tests/temporary_folder.h"

namespace lanewise {
namespace {

constexpr std::string_view kSite =
    "memory\nwrite of 4 bytes\nargument 2\na[i] = \"x\";\na.cl:14:3 in function 'f'\n"
    "a.cl:20:1 in function 'k'";

TEST(Checks, ASiteHasItsParts) {
  const CheckSite site = parseCheckSite(kSite);
  EXPECT_EQ(site.kind, "memory");
  EXPECT_EQ(site.action, "write of 4 bytes");
  EXPECT_EQ(argumentOf(site.object), 2);
  EXPECT_EQ(site.line, "a[i] = \"x\";");
  ASSERT_EQ(site.places.size(), 2);
  EXPECT_EQ(site.places[1], "a.cl:20:1 in function 'k'");
  EXPECT_EQ(argumentOf("private variable 'x'"), -1);
  EXPECT_TRUE(parseCheckSite("").places.empty());
}

TEST(Checks, RulesWithALineAndWithoutAFileWereForNoReport) {
  const CheckSite site = parseCheckSite(kSite);
  for (const char* rule : {"memory", "memory:", ":k", "::a.cl", "::a.cl:14", "*:*:*:14", ":::14",
                           "memory:k::14", "memory:k:*:*", ":::", "*", "memory:k:a.cl:"})
    EXPECT_TRUE(fits(rule, "k", site)) << rule;
  for (const char* rule : {"races", ":other", "::b.cl", "::a.cl:1", ":::20", "memory:k:a.cl:15"})
    EXPECT_FALSE(fits(rule, "k", site)) << rule;
  EXPECT_TRUE(fits("memory", "k", parseCheckSite("memory\nx\ny\n")));
  EXPECT_FALSE(fits(":::14", "k", parseCheckSite("memory\nx\ny\n")));
}

TEST(Checks, WordsAreExpandedOnceEach) {
  std::string unknown;
  EXPECT_EQ(expandChecks("races,default", unknown), "races,memory,uninitialized,barriers");
  EXPECT_EQ(expandChecks("all", unknown), "memory,uninitialized,races,barriers,arithmetic");
  EXPECT_EQ(unknown, "");
  EXPECT_EQ(expandChecks("x,memory,,y", unknown), "memory");
  EXPECT_EQ(unknown, "x,y");
}

TEST(Checks, ARaceHasBothPlacesInTheFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/reports.sarif";
  const std::vector<ReportRow> rows = {
      {"k", "races", "a \"text\"\n", parseCheckSite(kSite),
       parseCheckSite("races\nread\nargument 0\n\nb.h:7:9 in function 'g'"), 3}};
  EXPECT_EQ(writeReportFile(path, rows), "");
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(
      text.find(
          R"("locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.cl"}, "region": {"startLine": 14, "startColumn": 3}}}])"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("uri": "b.h"}, "region": {"startLine": 7, "startColumn": 9)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(a \"text\"\u000a)"), std::string::npos) << text;
  EXPECT_NE(writeReportFile(folder.path() + "/none/reports.sarif", rows), "");
}

// Bytes 2 to 9 of an object: the second half of a cell, a cell, and half of one.
TEST(Checks, ARangeIsNotedInItsCells) {
  uint64_t writes[4] = {}, reads[4] = {};
  uint32_t writeSites[4] = {}, readSites[4] = {};
  const AccessHistory history{writes, reads, writeSites, readSites};
  const auto wordOf = [](uint64_t item) {
    return uint64_t(7) << abi::kAccessLaunchShift | item << abi::kAccessItemShift;
  };
  const auto bytes = [](uint64_t mask) { return mask << abi::kAccessBytesShift; };
  const uint64_t least = abi::leastWord(abi::launchWord(7, 6));
  bool isUnordered = false;
  const auto note = [&](const RangeOfBytes& range) {
    return noteRange(
        history, range, [](void* user, uint64_t) { return *static_cast<bool*>(user); },
        &isUnordered);
  };
  EXPECT_FALSE(note({wordOf(1), least, 5, abi::kRangeIsWrite, 2, 8}));
  const uint64_t own = wordOf(1);
  EXPECT_EQ(writes[0], own | bytes(0xc));
  EXPECT_EQ(writes[1], own | bytes(0xf));
  EXPECT_EQ(writes[2], own | bytes(0x3));
  EXPECT_EQ(writes[3], 0);
  EXPECT_EQ(writeSites[2], 5);
  EXPECT_FALSE(note({wordOf(2), least, 6, 0, 0, 2})) << "no byte in common";
  EXPECT_FALSE(note({wordOf(1), least, 6, 0, 4, 4})) << "the same work-item";
  EXPECT_FALSE(note({wordOf(2), least, 6, abi::kRangeIsOrdered, 8, 4}));
  EXPECT_FALSE(note({wordOf(2), least, 6, abi::kRangeUsesSubGroups, 8, 4}));
  const auto found = note({wordOf(2), least, 6, 0, 8, 4});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->word, own | bytes(0x3));
  EXPECT_EQ(found->site, 5);
  EXPECT_EQ(reads[2], wordOf(2) | bytes(0xf));
  EXPECT_TRUE(note({wordOf(3), least, 7, abi::kRangeIsWrite, 8, 1})) << "a reader";
  writes[3] = wordOf(1) - (uint64_t(1) << abi::kAccessLaunchShift) | bytes(0xf);
  EXPECT_FALSE(note({wordOf(3), least, 7, 0, 12, 4})) << "of a launch before this one";
  isUnordered = true;
  writes[3] = wordOf(1) - (uint64_t(1) << abi::kAccessLaunchShift) | bytes(0xf);
  EXPECT_TRUE(note({wordOf(3), least, 7, 0, 12, 4}));
}

// Which of them the host's order of launches tells (launch_order_test.cpp).
TEST(Checks, WordsOfEarlierLaunchesAreNoRaces) {
  const auto wordOf = [](uint64_t launch) {
    return launch << abi::kAccessLaunchShift | 1 << abi::kAccessItemShift | 0x1e;
  };
  const uint64_t least = abi::leastWord(abi::launchWord(9 | abi::kHasWrapped, 7));
  EXPECT_FALSE(abi::isRace(0, wordOf(9), least, false)) << "no access yet";
  EXPECT_FALSE(abi::isRace(wordOf(6), wordOf(9), least, false));
  EXPECT_TRUE(abi::isRace(wordOf(7), wordOf(9), least, false));
  EXPECT_TRUE(abi::isRace(wordOf(10), wordOf(9), least, false))
      << "enqueued later, and first to run";
  EXPECT_FALSE(abi::isRace(wordOf(9), wordOf(9), least, false)) << "the work-item itself";
}

TEST(Checks, RulesThatFitNothingAreNamed) {
  for (const char* rule : {"memory", "benign-races:k", "*:k:a.cl:3", "", ":k"})
    EXPECT_EQ(wrongRule(rule), nullptr) << rule;
  for (const char* rule : {"raxes", " races", "RACES", "::src/a.cl", "memory:k:a.cl:3:4"})
    EXPECT_NE(wrongRule(rule), nullptr) << rule;
}

TEST(Checks, EachProcessHasItsFile) {
  EXPECT_EQ(reportPath("a.sarif", 12), "a.sarif");
  EXPECT_EQ(reportPath("%p/a-%p.sarif", 12), "12/a-12.sarif");
  EXPECT_EQ(reportPath("", 12), "");
}

}  // namespace
}  // namespace lanewise
