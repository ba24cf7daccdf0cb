// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build log has the diagnostics, with the user's names of files, and nothing but the log has
// them: stdout and stderr are the application's.
#include "tests/frontend/source_fixture.h"

#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>

namespace lanewise::test {
namespace {

struct BuildLogTest : SourceProgramTest {
  std::string logOf(const std::string& source, const std::string& options = "") {
    Program program = make(source);
    build(program, options);
    return log(program);
  }
};

TEST_F(BuildLogTest, errorHasFileLineColumnAndCaret) {
  EXPECT_EQ(logOf("kernel void k() {\n  int x = y;\n}\n"),
            "program.cl:2:11: error: use of undeclared identifier 'y'\n"
            "    2 |   int x = y;\n"
            "      |           ^\n"
            "1 error generated.\n");
}

TEST_F(BuildLogTest, headersHaveTheirNames) {
  Program program = make("#include \"lib/wrong.h\"\nkernel void k() {}");
  Program header = make("int f() { return oops; }\n");
  const char* name = "lib/wrong.h";
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 1, header.array(), &name, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("lib/wrong.h:1:18: error: use of undeclared identifier 'oops'"),
            std::string::npos)
      << log(program);
}

TEST_F(BuildLogTest, headersOfFoldersHaveTheirPaths) {
  const TemporaryFolder base;
  const std::string folder = base.path() + "/my \"log\" x",
                    quoted = base.path() + "/my \\\"log\\\" x";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/part.h") << "#define PART 17\n";
  std::ofstream(folder + "/wrong.h") << "\nint f() { return oops; }\n";
  const std::string options = "-I \"" + quoted + "\"";
  EXPECT_EQ(
      run(built("#include \"part.h\"\nkernel void k(global int* out) { *out = PART; }", options)),
      17);
  const std::string text = logOf("#include \"wrong.h\"\nkernel void k() {}", options);
  EXPECT_NE(text.find(folder + "/wrong.h:2:18: error: use of undeclared identifier 'oops'"),
            std::string::npos)
      << text;
}

TEST_F(BuildLogTest, lineDirectivesAreObeyed) {
  const std::string text = logOf("#line 100 \"generated.cl\"\nkernel void k() { x; }\n");
  EXPECT_NE(text.find("generated.cl:100:19: error: use of undeclared identifier 'x'"),
            std::string::npos)
      << text;
}

TEST_F(BuildLogTest, warningsAreToldAndCanBeSilencedOrErrors) {
  const char* source = "kernel void k(global int* out) { *out = 3.7; }";
  EXPECT_NE(logOf(source).find("warning: "), std::string::npos) << logOf(source);
  EXPECT_EQ(logOf(source, "-w"), "");
  EXPECT_NE(logOf(source, "-Werror").find("error: "), std::string::npos);
}

TEST_F(BuildLogTest, nothingIsWrittenToStdoutOrStderr) {
  for (const char* source :
       {"kernel void k(global int* out) { *out = 1; }", "kernel void k() { wrong }",
        "#warning w\nkernel void k() {}", "#include \"absent.h\"",
        "__global void* __global self = &self; kernel void k() {}",
        "void f(); void g() { f(); } void f() { g(); } kernel void k() { f(); }",
        "int absent(); kernel void k() { absent(); }",
        "kernel void k(global int* o) { int (*f)(int) = 0; *o = f(1); }",
        "kernel void k(read_only image2d_t i) {}", "kernel void k() { asm(\"nop\"); }"})
    for (const char* options : {"", "-cl-std=CL3.0 -g", "-cl-std=CLC++", "-cl-made-up"}) {
      // Descriptors, which the helper inherits.
      testing::internal::CaptureStdout();
      testing::internal::CaptureStderr();
      Program program = make(source);
      build(program, options);
      const std::string output = testing::internal::GetCapturedStdout(),
                        errors = testing::internal::GetCapturedStderr();
      EXPECT_EQ(errors, "") << source << " " << options;
      EXPECT_EQ(output, "") << source << " " << options;
    }
}

}  // namespace
}  // namespace lanewise::test
