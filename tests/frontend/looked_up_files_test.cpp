// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependencies that a compilation reports, so that a cache can detect changes.
#include "interface/dependency.h"
#include "compiler/frontend/opencl_c.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lanewise {
namespace {

namespace fs = std::filesystem;

class LookedUpFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"/first", "/second"}) fs::create_directory(base_ + folder);
  }

  void write(const std::string& path, const std::string& text) {
    std::ofstream(base_ + path) << text;
  }
  FrontEndResult compile(const std::string& source, std::vector<SourceHeader> headers = {}) {
    FrontEndResult result = compileSource(
        {source, std::move(headers), {"-I" + base_ + "/first", "-I" + base_ + "/second"}});
    EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
    return result;
  }
  static bool stands(const FrontEndResult& result) {
    return std::ranges::all_of(result.files, holds);
  }

  const test::TemporaryFolder root_;
  const std::string base_ = root_.path();
};

TEST_F(LookedUpFilesTest, ProgramWithoutFoldersDependsOnNoFile) {
  EXPECT_TRUE(compileSource({"kernel void k() {}", {}, {}}).files.empty());
  EXPECT_TRUE(compileSource({"#include \"a.h\"\nkernel void k() {}", {{"a.h", "int a();"}}, {}})
                  .files.empty());
}

TEST_F(LookedUpFilesTest, ChangedHeaderIsNoticed) {
  write("/second/a.h", "#include \"b.h\"\n");
  write("/second/b.h", "int b();\n");
  const FrontEndResult result = compile("#include \"a.h\"\nkernel void k() {}");
  EXPECT_TRUE(stands(result));
  write("/second/b.h", "int c();\n");
  EXPECT_FALSE(stands(result));
  write("/second/b.h", "int b();\n");
  EXPECT_TRUE(stands(result));
  fs::remove(base_ + "/second/a.h");
  EXPECT_FALSE(stands(result));
}

TEST_F(LookedUpFilesTest, HeaderThatIsNewInAnEarlierFolderIsNoticed) {
  write("/second/a.h", "int a();\n");
  const FrontEndResult result = compile("#include <a.h>\nkernel void k() {}");
  EXPECT_TRUE(stands(result));
  write("/first/a.h", "int a();\n");
  EXPECT_FALSE(stands(result));
}

TEST_F(LookedUpFilesTest, QuestionWhetherAHeaderIsThereIsNoticed) {
  const FrontEndResult result = compile("#if __has_include(<a.h>)\n#endif\nkernel void k() {}");
  EXPECT_TRUE(stands(result));
  write("/second/a.h", "");
  EXPECT_FALSE(stands(result));
}

// Quoted names without -I were never found.
TEST_F(LookedUpFilesTest, QuotedNamesAreFoundInTheProgramsFolder) {
  write("/here.h", "#include \"first/part.h\"\n");
  write("/first/part.h", "#include \"beside.h\"\n#define PART\n");
  write("/first/beside.h", "");
  const std::string source =
      "#include \"here.h\"\n#if !__has_include(<here.h>)\nint PART;\n#endif\nkernel void k() {}";
  const FrontEndResult result = compileSource({source, {}, {}, base_});
  EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
  EXPECT_TRUE(stands(result));
  write("/first/beside.h", "int beside();\n");
  EXPECT_FALSE(stands(result));
  const FrontEndResult without = compileSource({source, {}, {}});
  EXPECT_NE(buildLog(without.diagnostics).find("'here.h' file not found"), std::string::npos);
}

TEST_F(LookedUpFilesTest, HeadersOfTheCallComeBeforeTheProgramsFolder) {
  write("/a.h", "wrong\n");
  write("/first/b.h", "wrong\n");
  write("/b.h", "");
  const FrontEndResult result =
      compileSource({"#include \"a.h\"\n#include \"b.h\"\nkernel void k() {}",
                     {{"a.h", "int a();"}},
                     {"-I" + base_ + "/first"},
                     base_});
  EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
}

TEST_F(LookedUpFilesTest, AHeaderThatIsNewInTheProgramsFolderIsNoticed) {
  write("/first/a.h", "int a();\n");
  const FrontEndResult result =
      compileSource({"#include \"a.h\"\nkernel void k() {}", {}, {"-I" + base_ + "/first"}, base_});
  EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics);
  EXPECT_TRUE(stands(result));
  write("/a.h", "int a();\n");
  EXPECT_FALSE(stands(result));
}

TEST_F(LookedUpFilesTest, TimeIsNoticed) {
  EXPECT_FALSE(compile("kernel void k() {}").passing);
  EXPECT_FALSE(compile("// __TIME__\nkernel void k() {}").passing);
  for (const char* macro : {"__TIME__", "__DATE__", "__TIMESTAMP__"})
    EXPECT_TRUE(
        compile("constant char text[] = " + std::string(macro) + ";\nkernel void k() {}").passing)
        << macro;
  write("/first/a.h", "constant char text[] = __TIME__;\n");
  EXPECT_TRUE(compile("#include <a.h>\nkernel void k() {}").passing);
}

}  // namespace
}  // namespace lanewise
