// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every row of build_options.def, and invalid option texts.
#include "runtime/program/build_options.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewise {
namespace {

BuildOptions parsed(std::string_view text, BuildStep step = BuildStep::Build) {
  const auto options = parseBuildOptions(text, step);
  EXPECT_TRUE(options) << text << ": " << options.error().message();
  return options ? *options : BuildOptions();
}

Status refused(std::string_view text, BuildStep step = BuildStep::Build) {
  const auto options = parseBuildOptions(text, step);
  EXPECT_FALSE(options) << text;
  return options ? Status() : options.error();
}

TEST(BuildOptions, NothingAndBlanksAreTheDefault) {
  EXPECT_EQ(parsed(""), BuildOptions());
  EXPECT_EQ(parsed(" \t\n  "), BuildOptions());
}

TEST(BuildOptions, EachSetsItsPart) {
  EXPECT_TRUE(parsed("-g").code.debugInfo);
  EXPECT_TRUE(parsed("-cl-opt-disable").code.optDisable);
  EXPECT_TRUE(parsed("-cl-mad-enable").code.madEnable);
  EXPECT_TRUE(parsed("-cl-no-signed-zeros").code.noSignedZeros);
  EXPECT_TRUE(parsed("-cl-finite-math-only").code.finiteMathOnly);
  EXPECT_TRUE(parsed("-cl-uniform-work-group-size").code.uniformWorkGroupSize);
  EXPECT_TRUE(parsed("-create-library", BuildStep::Link).createLibrary);
}

TEST(BuildOptions, RelaxedMathImpliesItsParts) {
  const CodeOptions unsafe = parsed("-cl-unsafe-math-optimizations").code;
  EXPECT_TRUE(unsafe.unsafeMath && unsafe.noSignedZeros && unsafe.madEnable &&
              unsafe.denormsAreZero);
  EXPECT_FALSE(unsafe.finiteMathOnly);
  const CodeOptions fast = parsed("-cl-fast-relaxed-math").code;
  EXPECT_TRUE(fast.fastRelaxedMath && fast.unsafeMath && fast.finiteMathOnly &&
              fast.denormsAreZero);
}

TEST(BuildOptions, WhatOnlyTheFrontEndNeedsReachesItInOneWordEach) {
  const BuildOptions options = parsed(
      "-D A -DB=1 -D C=\"x y\" -I /a/b -I\"/with blank\" -w -Werror -cl-std=CL3.0 "
      "-cl-single-precision-constant");
  EXPECT_EQ(options.code, CodeOptions());
  EXPECT_EQ(options.language, (std::vector<std::string>{
                                  "-DA", "-DB=1", "-DC=x y", "-I/a/b", "-I/with blank", "-w",
                                  "-Werror", "-cl-std=CL3.0", "-cl-single-precision-constant"}));
}

TEST(BuildOptions, WhatChangesNothingIsAccepted) {
  EXPECT_EQ(parsed("-cl-kernel-arg-info -cl-strict-aliasing "
                   "-cl-fp32-correctly-rounded-divide-sqrt -cl-no-subgroup-ifp")
                .code,
            CodeOptions());
}

TEST(BuildOptions, NonUniformGroupsComeWithTheLanguage) {
  for (const char* without : {"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2"})
    EXPECT_FALSE(parsed(without).nonUniformGroups) << without;
  for (const char* with :
       {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"})
    EXPECT_TRUE(parsed(with).nonUniformGroups) << with;
}

TEST(BuildOptions, FoldersMayHaveBlanksAndQuotes) {
  EXPECT_EQ(parsed("-I \"/a b\" -I\"/c d/e\" -I /f\\\"g").language,
            (std::vector<std::string>{"-I/a b", "-I/c d/e", "-I/f\"g"}));
}

TEST(BuildOptions, BackslashedBlankDidNotBelongToTheFolder) {
  EXPECT_EQ(parsed("-I /a\\ b\\ c -DA=x\\ y").language,
            (std::vector<std::string>{"-I/a b c", "-DA=x y"}));
  EXPECT_EQ(parsed("-DA=\"x\\ y\"").language, (std::vector<std::string>{"-DA=x\\ y"}));
  EXPECT_EQ(parsed("-I /a\\\\ -w").language, (std::vector<std::string>{"-I/a\\", "-w"}));
}

TEST(BuildOptions, EmptyValuesTakeNothingFromTheNextOption) {
  EXPECT_EQ(parsed("-I \"\" -DA=3").language, (std::vector<std::string>{"-DA=3"}));
  EXPECT_FALSE(parseBuildOptions("-D \"\" -DA=3", BuildStep::Build));
}

TEST(BuildOptions, TextInQuotesIsOneValue) {
  EXPECT_EQ(parsed("-D \"A=1 + 2\" -DS=\\\"text\\\" -D\"T=\\\"x y\\\"\"").language,
            (std::vector<std::string>{"-DA=1 + 2", "-DS=\"text\"", "-DT=\"x y\""}));
}

TEST(BuildOptions, QuoteThatIsNotClosedIsTold) {
  const Status status = refused("-w -D \"A=1 -g");
  EXPECT_EQ(status.code, CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(status.message(), "option 'A=1 -g' has an unclosed quote");
}

TEST(BuildOptions, SpirOfTheTimeBeforeSpirvIsNotKnown) {
  // cl_khr_spir is not in the device's list.
  EXPECT_EQ(refused("-x spir -spir-std=1.2").message(), "option '-x' is unknown");
  EXPECT_EQ(refused("-spir-std=1.2", BuildStep::Compile).code, CL_INVALID_COMPILER_OPTIONS);
}

TEST(BuildOptions, ValuesAreNotOptions) {
  EXPECT_EQ(parsed("-D -cl-mad-enable").code, CodeOptions());
}

TEST(BuildOptions, EachCallHasItsOwnError) {
  EXPECT_EQ(refused("-x").code, CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(refused("-x", BuildStep::Compile).code, CL_INVALID_COMPILER_OPTIONS);
  EXPECT_EQ(refused("-x", BuildStep::Link).code, CL_INVALID_LINKER_OPTIONS);
}

TEST(BuildOptions, TheMessageNamesTheOption) {
  EXPECT_EQ(refused("-w -cl-made-up -g").message(), "option '-cl-made-up' is unknown");
  EXPECT_EQ(refused("-create-library").message(),
            "option '-create-library' is invalid for this call");
  EXPECT_EQ(refused("-D").message(), "option '-D' has no value");
  EXPECT_EQ(refused("word").message(), "option 'word' is unknown");
  EXPECT_TRUE(
      refused("-cl-std=CL9")
          .message()
          .starts_with("option '-cl-std=CL9' has an unknown value; known: CL1.0, CL1.1, CL1.2, "));
  EXPECT_TRUE(refused("-cl-std=CL9").message().ends_with("CLC++2021"));
}

TEST(BuildOptions, OptionsAreWholeWords) {
  refused("-gg");
  refused("-cl-mad-enabled");
  refused("-cl-mad");
  refused("-cl-std");
  refused("-cl-std=");
  refused("-cl-std=CL9");
  refused("-cl-std=CL1.1 CL1.2");
  refused("-cl-std=CL1");
  refused("-cl-std=CLC");
}

TEST(BuildOptions, LinkingHasItsOwnList) {
  EXPECT_TRUE(parsed("-create-library -enable-link-options", BuildStep::Link).enableLinkOptions);
  EXPECT_TRUE(parsed("-cl-finite-math-only", BuildStep::Link).code.finiteMathOnly);
  refused("-cl-opt-disable", BuildStep::Link);
  refused("-DX", BuildStep::Link);
  EXPECT_EQ(refused("-enable-link-options", BuildStep::Link).message(),
            "option '-enable-link-options' requires -create-library");
}

TEST(BuildOptions, OptionsOfExecutablesWereAcceptedForLibraries) {
  for (const char* text : {"-create-library -cl-mad-enable", "-create-library -g"})
    EXPECT_TRUE(refused(text, BuildStep::Link).message().ends_with("is invalid for this call"));
  EXPECT_EQ(refused("-cl-no-signed-zeros -create-library", BuildStep::Link).message(),
            "option '-cl-no-signed-zeros' is for executables, not for libraries (-create-library)");
  EXPECT_EQ(
      refused("-create-library -enable-link-options -cl-denorms-are-zero", BuildStep::Link).code,
      CL_INVALID_LINKER_OPTIONS);
  parsed("-create-library -cl-lanewise-explain", BuildStep::Link);
}

/// A row of build_options.def: its name with a value, and its steps.
struct Row {
  std::string option;
  unsigned steps;
};

std::vector<Row> rows() {
  constexpr unsigned Sources = unsigned(BuildStep::Build) | unsigned(BuildStep::Compile);
  constexpr unsigned Linking = unsigned(BuildStep::Link), Everywhere = Sources | Linking;
  constexpr unsigned Executables = Everywhere;
  constexpr const char *Alone = "", *Value = " value", *kLanguages = "=CL3.0",
                       *kChecks = "=memory,races";
  const auto Choice = [](const char* one) { return one; };
  const auto List = Choice;
  return {
#define BUILD_OPTION(name, form, steps, ...) {name + std::string(form), steps},
#include "runtime/program/build_options.def"
#undef BUILD_OPTION
  };
}

TEST(BuildOptions, EachRowIsForItsStepsAndNoOther) {
  for (const auto& [option, steps] : rows())
    for (BuildStep step : {BuildStep::Build, BuildStep::Compile, BuildStep::Link}) {
      const bool needsLibrary = option == "-enable-link-options";
      const std::string text = (needsLibrary ? "-create-library " : "") + option;
      if (steps & unsigned(step))
        parsed(text, step);
      else
        EXPECT_TRUE(refused(text, step).message().ends_with("is invalid for this call")) << text;
    }
}

TEST(BuildOptions, EachRowReachesTheFrontEndOrTheCodeOrChangesNothing) {
  const std::vector<std::string> nothing = {"-cl-kernel-arg-info", "-cl-strict-aliasing",
                                            "-cl-fp32-correctly-rounded-divide-sqrt",
                                            "-cl-no-subgroup-ifp"};
  for (const auto& [option, steps] : rows()) {
    if (!(steps & unsigned(BuildStep::Build))) continue;
    BuildOptions options = parsed(option);
    const bool changes = options.code != CodeOptions() || !options.language.empty();
    EXPECT_TRUE(changes || std::ranges::find(nothing, option) != nothing.end()) << option;
  }
}

TEST(BuildOptions, ChecksAreAListWithNamesForAllAndForTheUsualOnes) {
  const CodeOptions all = parsed("-cl-lanewise-check=all").code;
  EXPECT_TRUE(all.checkMemory && all.checkUninitialized && all.checkRaces && all.checkBarriers &&
              all.checkArithmetic);
  EXPECT_TRUE(all.debugInfo);
  EXPECT_FALSE(parsed("-cl-lanewise-check=default").code.checkArithmetic);
  const CodeOptions races = parsed("-cl-lanewise-check=barriers,races").code;
  EXPECT_TRUE(races.checkRaces && races.checkBarriers && races.checkMemory);
  EXPECT_FALSE(races.checkUninitialized);
  for (const char* text : {"-cl-lanewise-check=", "-cl-lanewise-check=,", "-cl-lanewise-check=x",
                           "-cl-lanewise-check=memory,x"})
    EXPECT_EQ(refused(text, BuildStep::Build).message(),
              std::string("option '") + text +
                  "' has an unknown value; known: memory, uninitialized, races, barriers, "
                  "arithmetic, default, all");
}

TEST(BuildOptions, EachCodeOptionSetsItsMember) {
#define CODE_OPTION(member, option, whole) EXPECT_TRUE(parsed(option).code.member) << option;
#include "interface/code_options.def"
}

}  // namespace
}  // namespace lanewise
