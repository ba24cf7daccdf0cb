// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end alone: what compiles, what does not, and the diagnostics.
#include "compiler/admit/admit.h"
#include "compiler/frontend/cc1_arguments.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/opencl_c.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

FrontEndResult compile(std::string source, std::vector<std::string> options = {},
                       std::vector<SourceHeader> headers = {}) {
  return compileSource({std::move(source), std::move(headers), std::move(options)});
}

/// Compiles only if the condition is true for the preprocessor.
bool holds(const std::string& condition, std::vector<std::string> options = {}) {
  return !compile("#if !(" + condition + ")\n#error no\n#endif\nkernel void k() {}",
                  std::move(options))
              .spirv.empty();
}

TEST(FrontEnd, WritesSpirv) {
  const FrontEndResult result = compile("kernel void k(global int* p) { *p = get_global_id(0); }");
  ASSERT_GE(result.spirv.size(), 20u) << buildLog(result.diagnostics);
  EXPECT_EQ(*reinterpret_cast<const uint32_t*>(result.spirv.data()), 0x07230203u);
  EXPECT_EQ(buildLog(result.diagnostics), "");
}

TEST(FrontEnd, ErrorHasFileLineAndCaret) {
  const FrontEndResult result = compile("kernel void k() {\n  int x = y;\n}\n");
  EXPECT_TRUE(result.spirv.empty());
  EXPECT_NE(
      buildLog(result.diagnostics).find("program.cl:2:11: error: use of undeclared identifier 'y'"),
      std::string::npos)
      << buildLog(result.diagnostics);
  EXPECT_NE(buildLog(result.diagnostics).find("|           ^"), std::string::npos)
      << buildLog(result.diagnostics);
}

TEST(FrontEnd, WarningIsInTheLogOfASuccess) {
  const FrontEndResult result = compile("#warning take care\nkernel void k() {}");
  EXPECT_FALSE(result.spirv.empty());
  EXPECT_NE(buildLog(result.diagnostics).find("warning: take care"), std::string::npos)
      << buildLog(result.diagnostics);
}

TEST(FrontEnd, WarningsCanBeErrorsOrSilent) {
  EXPECT_TRUE(compile("#warning w\nkernel void k() {}", {"-Werror"}).spirv.empty());
  EXPECT_EQ(buildLog(compile("#warning w\nkernel void k() {}", {"-w"}).diagnostics), "");
}

TEST(FrontEnd, DefinesAndUndefines) {
  EXPECT_TRUE(holds("A == 3", {"-DA=3"}));
  EXPECT_TRUE(holds("A == 3", {"-D", "A=3"}));
  EXPECT_TRUE(holds("!defined(A)", {"-DA=3", "-UA"}));
}

TEST(FrontEnd, OptionWithoutItsValueIsNamed) {
  const FrontEndResult result = compile("kernel void k() {}", {"-D"});
  EXPECT_TRUE(result.spirv.empty());
  EXPECT_NE(buildLog(result.diagnostics).find("option '-D' has no value"), std::string::npos)
      << buildLog(result.diagnostics);
}

TEST(FrontEnd, UnknownOptionIsNamed) {
  EXPECT_NE(buildLog(compile("kernel void k() {}", {"-fplugin=x"}).diagnostics)
                .find("unknown option '-fplugin=x'"),
            std::string::npos);
}

TEST(FrontEnd, HeadersNestAndMayShareNames) {
  const FrontEndResult result = compile(
      "#include \"a/x.h\"\n#include \"b/x.h\"\nkernel void k(global int* p) { *p = A + B; }", {},
      {{"a/x.h", "#include \"y.h\"\n"}, {"a/y.h", "#define A 1\n"}, {"b/x.h", "#define B 2\n"}});
  EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
}

TEST(FrontEnd, MissingHeaderIsNamed) {
  EXPECT_NE(buildLog(compile("#include \"none.h\"\n").diagnostics).find("'none.h' file not found"),
            std::string::npos);
}

struct LanguageCase {
  const char* option;
  const char* condition;
};
class Language : public testing::TestWithParam<LanguageCase> {};
TEST_P(Language, HasItsVersionMacro) {
  EXPECT_TRUE(holds(GetParam().condition, {GetParam().option}));
}
INSTANTIATE_TEST_SUITE_P(
    Versions, Language,
    testing::Values(LanguageCase{"-cl-std=CL1.0", "__OPENCL_C_VERSION__ == 100"},
                    LanguageCase{"-cl-std=CL1.1", "__OPENCL_C_VERSION__ == 110"},
                    LanguageCase{"-cl-std=CL1.2", "__OPENCL_C_VERSION__ == 120"},
                    LanguageCase{"-cl-std=CL2.0", "__OPENCL_C_VERSION__ == 200"},
                    LanguageCase{"-cl-std=CL3.0", "__OPENCL_C_VERSION__ == 300"},
                    LanguageCase{"-cl-std=CL3.1",
                                 "__OPENCL_C_VERSION__ == 310 && CL_VERSION_3_1 == 310"},
                    LanguageCase{"-cl-std=CL3.0", "!defined(CL_VERSION_3_1)"},
                    LanguageCase{"-cl-std=CLC++", "__OPENCL_CPP_VERSION__ == 100"},
                    LanguageCase{"-cl-std=CLC++1.0", "__OPENCL_CPP_VERSION__ == 100"},
                    LanguageCase{"-cl-std=CLC++2021", "__OPENCL_CPP_VERSION__ == 202100"}));

TEST(FrontEnd, MacrosOfFeaturesAreThoseOfTheTable) {
#define EXTENSION(name, major, minor, patch, where, condition, ...) \
  EXPECT_EQ(holds("defined(" #name ")", {"-cl-std=CL3.0"}),         \
            std::string(#where) == "OPENCL_C" && (condition))       \
      << #name;
#define FEATURE(name, major, minor, patch, condition, ...) \
  EXPECT_EQ(holds("defined(" #name ")", {"-cl-std=CL3.0"}), condition) << #name;
#include "interface/extensions.def"
}

// Clang warned about unknown pragmas, and -Werror made this an error. It still does for extensions
// that need OpenCL C 2.0, where the language is older.
TEST(FrontEnd, ExtensionsOfTheTableCanBeEnabledByPragma) {
  const std::vector<std::string> since20 = {"cl_khr_subgroups", "cl_khr_mipmap_image",
                                            "cl_khr_mipmap_image_writes",
                                            "cl_khr_srgb_image_writes"};
  for (const char* language : {"CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++1.0", "CLC++2021"}) {
    std::string pragmas;
    const bool isOld = language == std::string("CL1.2");
#define EXTENSION(name, major, minor, patch, where, condition, ...)   \
  if (std::string(#where) == "OPENCL_C" && (condition) &&             \
      !(isOld && std::ranges::find(since20, #name) != since20.end())) \
    pragmas += "#pragma OPENCL EXTENSION " #name " : enable\n";
#include "interface/extensions.def"
    EXPECT_EQ(buildLog(compile(pragmas + "kernel void k() {}", {std::string("-cl-std=") + language})
                           .diagnostics),
              "")
        << language;
  }
}

TEST(FrontEnd, EveryOptionOfTheRuntimeIsKnown) {
  constexpr int Alone = 0, Value = 1, Sources = 1, Everywhere = 1, Executables = 1, Linking = 0;
  constexpr auto Choice = [](std::string_view) { return 2; };
  constexpr auto List = [](std::string_view) { return 3; };
  constexpr std::string_view kLanguages, kChecks;
  const auto known = [](std::string name, int form) {
    if (form == Value) name += "X";
    if (form == 2) name += "=CL3.0";
    if (form == 3) name += "=memory";
    EXPECT_TRUE(bool(makeCc1Arguments(std::vector{name}, {}))) << name;
    EXPECT_EQ(buildLog(compile("kernel void k() {}", {name}).diagnostics), "") << name;
  };
#define BUILD_OPTION(name, form, steps, ...) \
  if (steps) known(name, form);
#include "runtime/program/build_options.def"
}

TEST(FrontEnd, ClangsHeaderAddsNoMacroThatTheTableLacks) {
  std::string ours = ",";
#define EXTENSION(name, major, minor, patch, where, condition, ...) ours += #name ",";
#define FEATURE(name, major, minor, patch, condition, ...) ours += #name ",";
#include "interface/extensions.def"
  // Every name with the form of an extension that the header itself defines.
  for (const EmbeddedHeader& header : embeddedHeaders()) {
    size_t at = 0;
    while ((at = header.text.find("#define ", at)) != std::string_view::npos) {
      at += 8;
      const std::string name(header.text.substr(at, header.text.find_first_of(" \n(", at) - at));
      if (!name.starts_with("cl_") && !name.starts_with("__opencl_c_")) continue;
      if (name == "__opencl_c_named_address_space_builtins") continue;  // an option of Clang
      if (ours.find("," + name + ",") != std::string::npos) continue;
      EXPECT_FALSE(holds("defined(" + name + ")", {"-cl-std=CL3.0"})) << name;
    }
  }
}

// SPIR-V has no atomics of this scope, and admit() refuses them.
TEST(FrontEnd, AtomicsOfTheScopeOfAWorkItemAreAdmitted) {
  const FrontEndResult result = compile(
      "kernel void k(global atomic_int* a, global atomic_flag* f, global int* out) {\n"
      "  const memory_order o = memory_order_relaxed;\n"
      "  atomic_store_explicit(a, 1, o, memory_scope_work_item);\n"
      "  out[0] = atomic_load_explicit(a, o, memory_scope_work_item);\n"
      "  out[1] = atomic_fetch_add_explicit(a, 1, o, memory_scope_work_item);\n"
      "  out[2] = atomic_exchange_explicit(a, 1, o, memory_scope_work_item);\n"
      "  atomic_compare_exchange_strong_explicit(a, &out[3], 2, o, o, memory_scope_work_item);\n"
      "  out[4] = atomic_flag_test_and_set_explicit(f, o, memory_scope_work_item);\n"
      "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
      "memory_scope_work_item);\n"
      "}\n",
      {"-cl-std=CL3.0"});
  ASSERT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
  CompileRequest request;
  request.modules = {result.spirv};
  const auto admitted = admit::admit(request);
  EXPECT_TRUE(admitted) << render(admitted.error());
}

TEST(FrontEnd, ThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<size_t> sizes(4);
  for (size_t i = 0; i < sizes.size(); ++i)
    threads.emplace_back([&sizes, i] { sizes[i] = compile("kernel void k() {}").spirv.size(); });
  for (std::thread& thread : threads) thread.join();
  for (size_t size : sizes) EXPECT_EQ(size, sizes[0]);
  EXPECT_GT(sizes[0], 0u);
}

}  // namespace
}  // namespace lanewise
