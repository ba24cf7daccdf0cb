// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How environment variables become the configuration: types, defaults, warnings about wrong names
// and values.
#include "runtime/base/config.h"

#include "tests/in_child.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace lanewise;

namespace {

struct Parsed {
  Config config;
  std::string warnings;
};
Parsed parse(std::vector<const char*> environment) {
  environment.push_back(nullptr);
  Parsed parsed;
  parsed.config = parseConfig(environment.data(), parsed.warnings);
  return parsed;
}

}  // namespace

TEST(ConfigTest, DefaultsWithoutAnEnvironment) {
  const auto [config, warnings] = parse({});
  EXPECT_FALSE(config.help);
  EXPECT_EQ(config.threads, 0u);
  EXPECT_EQ(config.cpu, "native");
  EXPECT_EQ(config.compiler, "");
  EXPECT_EQ(warnings, "");
}

TEST(ConfigTest, ReadsEachType) {
  const auto [config, warnings] =
      parse({"LANEWISE_HELP=1", "LANEWISE_THREADS=3", "LANEWISE_CPU=x86-64-v2", "PATH=/bin"});
  EXPECT_TRUE(config.help);
  EXPECT_EQ(config.threads, 3u);
  EXPECT_EQ(config.cpu, "x86-64-v2");
  EXPECT_EQ(warnings, "");
}

TEST(ConfigTest, ANameThatOnlyBeginsTheSameIsAnotherName) {
  EXPECT_EQ(parse({"LANEWISE_CPUX=nothing"}).config.cpu, "native");
}

TEST(ConfigTest, AnEmptyValueIsNotSet) {
  const auto [config, warnings] = parse({"LANEWISE_THREADS=", "LANEWISE_CPU="});
  EXPECT_EQ(config.threads, 0u);
  EXPECT_EQ(config.cpu, "native");
  EXPECT_EQ(warnings, "");
}

TEST(ConfigTest, WarnsOfUnknownNames) {
  const std::string warnings = parse({"LANEWISE_TREADS=3", "HOME=/x"}).warnings;
  EXPECT_NE(warnings.find("LANEWISE_TREADS"), warnings.npos);
  EXPECT_EQ(warnings.find("HOME"), warnings.npos);
}

TEST(ConfigTest, WarnsOfValuesItDoesNotUnderstandAndTakesTheDefault) {
  for (const char* entry : {"LANEWISE_THREADS=many", "LANEWISE_THREADS=-1", "LANEWISE_THREADS=3x",
                            "LANEWISE_THREADS=99999999999999999999"}) {
    const auto [config, warnings] = parse({entry});
    EXPECT_EQ(config.threads, 0u) << entry;
    EXPECT_NE(warnings.find("LANEWISE_THREADS"), warnings.npos) << entry;
    EXPECT_NE(warnings.find("', which is not a whole number below 2^64; using '0'"), warnings.npos)
        << warnings;
  }
  EXPECT_FALSE(parse({"LANEWISE_HELP=maybe"}).config.help);
}

// They were replaced silently.
TEST(ConfigTest, WarnsOfNumbersThatAreTooLarge) {
  const auto [config, warnings] =
      parse({"LANEWISE_THREADS=4097", "LANEWISE_COMPILER_SECONDS=86401",
             "LANEWISE_KERNEL_SECONDS=9223372036854775807", "LANEWISE_KEEP_MEGABYTES=99999999999"});
  EXPECT_EQ(config.threads, 4096u);
  EXPECT_EQ(config.compilerSeconds, 86'400u);
  EXPECT_EQ(config.kernelSeconds, 86'400u);
  EXPECT_EQ(config.keepMegabytes, 1u << 30);
  EXPECT_NE(warnings.find("LANEWISE_THREADS has the value '4097', which is more than 4096; using "
                          "'4096'\n"),
            warnings.npos)
      << warnings;
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 4) << warnings;
  EXPECT_EQ(parse({"LANEWISE_THREADS=4096", "LANEWISE_COMPILER_SECONDS=86400"}).warnings, "");
}

TEST(ConfigTest, WarnsOfATimeLimitWithoutHandlersOfFaults) {
  EXPECT_NE(parse({"LANEWISE_KERNEL_SECONDS=1", "LANEWISE_FAULTS=off"}).warnings, "");
  EXPECT_EQ(parse({"LANEWISE_KERNEL_SECONDS=1"}).warnings, "");
}

TEST(ConfigTest, WarnsOfUnknownWordsForSpecialization) {
  const auto [config, warnings] = parse({"LANEWISE_SPECIALIZE=sometimes"});
  EXPECT_EQ(config.specialize, "auto");
  EXPECT_NE(warnings.find("auto, always, quick, off"), warnings.npos);
  for (const char* entry : {"LANEWISE_SPECIALIZE=always", "LANEWISE_SPECIALIZE=off"})
    EXPECT_EQ(parse({entry}).warnings, "") << entry;
}

TEST(ConfigTest, WarnsOfUnknownKindsOfHelpers) {
  const auto [config, warnings] = parse({"LANEWISE_HELPERS=tbb"});
  EXPECT_EQ(config.helpers, "auto");
  EXPECT_NE(
      warnings.find("LANEWISE_HELPERS has the value 'tbb', which is none of auto, onetbb, own"),
      warnings.npos)
      << warnings;
  for (const char* entry : {"LANEWISE_HELPERS=onetbb", "LANEWISE_HELPERS=own"})
    EXPECT_EQ(parse({entry}).warnings, "") << entry;
}

TEST(ConfigTest, WarnsOfASandboxThatIsNeitherASwitchNorAbsoluteFolders) {
  for (const char* entry : {"LANEWISE_SANDBOX=sometimes", "LANEWISE_SANDBOX=headers",
                            "LANEWISE_SANDBOX=/a:b", "LANEWISE_SANDBOX=/a:"}) {
    const auto [config, warnings] = parse({entry});
    EXPECT_EQ(config.sandbox, "on") << entry;
    EXPECT_NE(warnings.find("on, off and absolute folders"), warnings.npos) << entry;
  }
  for (const auto& [entry, value] :
       {std::pair("LANEWISE_SANDBOX=0", "off"), std::pair("LANEWISE_SANDBOX=off", "off"),
        std::pair("LANEWISE_SANDBOX=1", "on"), std::pair("LANEWISE_SANDBOX=/a:/b c", "/a:/b c")}) {
    EXPECT_EQ(parse({entry}).config.sandbox, value);
    EXPECT_EQ(parse({entry}).warnings, "") << entry;
  }
}

// A compiler process failed for 5 lanes and did not end for 100,000.
TEST(ConfigTest, WarnsOfNumbersOfLanesThatVectorsCannotHave) {
  for (const char* entry : {"LANEWISE_LANES=3", "LANEWISE_LANES=64", "LANEWISE_LANES=4294967296"}) {
    const auto [config, warnings] = parse({entry});
    EXPECT_EQ(config.lanes, 0u) << entry;
    EXPECT_NE(warnings.find("LANEWISE_LANES"), warnings.npos) << entry;
  }
  EXPECT_EQ(parse({"LANEWISE_LANES=16"}).config.lanes, 16u);
  EXPECT_EQ(parse({"LANEWISE_LANES=16"}).warnings, "");
}

TEST(ConfigTest, WarnsOfStagesThatThereAreNot) {
  const std::string warnings = parse({"LANEWISE_DUMP=lower,lowr,,all"}).warnings;
  EXPECT_EQ(
      warnings,
      "lanewise: unknown stage 'lowr' in LANEWISE_DUMP; known: admit, translate, lower, link, "
      "lanes, group, object, code, all\n");
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 1) << warnings;
  EXPECT_EQ(parse({"LANEWISE_DUMP=admit,code"}).warnings, "");
}

TEST(ConfigTest, WarnsOfACacheThatIsNeitherOffNorAnAbsolutePath) {
  for (const char* entry : {"LANEWISE_CACHE=no", "LANEWISE_CACHE=OFF", "LANEWISE_CACHE=a/folder"}) {
    const std::string warnings = parse({entry}).warnings;
    EXPECT_NE(warnings.find("LANEWISE_CACHE"), warnings.npos) << entry;
    EXPECT_NE(warnings.find("the cache is disabled"), warnings.npos) << entry;
  }
  EXPECT_EQ(parse({"LANEWISE_CACHE=off"}).warnings, "");
  EXPECT_EQ(parse({"LANEWISE_CACHE=/tmp/x"}).warnings, "");
}

/// Set by privilegedProgramReadsNoVariable for the program that it starts.
constexpr const char* kPrivilegedProgram = "TEST_PRIVILEGED_PROGRAM";

/// Runs in a program with the privileges of root that another user has started.
TEST(ConfigTest, InPrivilegedProgram) {
  if (!getenv(kPrivilegedProgram)) GTEST_SKIP() << "privilegedProgramReadsNoVariable starts it";
  ASSERT_NE(getauxval(AT_SECURE), 0u);
  EXPECT_EQ(config().compiler, "");
  EXPECT_EQ(config().runtimeFolder, "");
}

TEST(ConfigTest, PrivilegedProgramReadsNoVariable) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can start such a program";
  EXPECT_EQ(test::inChild([] {
              setenv("LANEWISE_COMPILER", "/tmp/any-program", 1);
              setenv("XDG_RUNTIME_DIR", "/tmp", 1);
              setenv(kPrivilegedProgram, "1", 1);
              if (setresuid(65534, 0, 0) != 0) return 100;
              execl("/proc/self/exe", "config_test", "--gtest_filter=*inPrivilegedProgram",
                    nullptr);
              return 101;
            }),
            0);
}

TEST(ConfigTest, HelpNamesEveryVariableWithItsValue) {
  const std::string help = configHelp(parse({"LANEWISE_THREADS=3210"}).config);
#define CONFIG(type, member, name, default_, sentence) \
  EXPECT_NE(help.find(#name), help.npos);              \
  EXPECT_NE(help.find(sentence), help.npos) << #name;
#include "runtime/base/config.def"
#undef CONFIG
  EXPECT_NE(help.find("3210"), help.npos);
}
