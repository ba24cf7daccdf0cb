// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build log has the diagnostics, with the user's file names. Nothing is written to stdout and
// stderr, which belong to the application.
#include "tests/frontend/source_fixture.h"

#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sys/stat.h>

namespace lanewise::test {
namespace {

struct BuildLogTest : SourceProgramTest {
  std::string logOf(const std::string& source, const std::string& options = "") {
    Program program = make(source);
    build(program, options);
    return log(program);
  }
  /// The log of a program that is compiled and linked with explanations. `body` is a header of it.
  std::string explanationsOfLinked(cl_program program, cl_program body) {
    const char* name = "body.h";
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-cl-lanewise-explain", 1, &body, &name,
                               nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
    cl_int error = 1;
    Program linked(clLinkProgram(context(), 0, nullptr, "-cl-lanewise-explain", 1, &program,
                                 nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return log(linked);
  }
};

// Sources and the messages about them, which are read line by line.
// clang-format off

TEST_F(BuildLogTest, ErrorHasFileLineColumnAndCaret) {
  EXPECT_EQ(logOf("kernel void k() {\n  int x = y;\n}\n"),
            "program.cl:2:11: error: use of undeclared identifier 'y'\n"
            "    2 |   int x = y;\n"
            "      |           ^\n");
}

// The log was "option '-Wall' is unknown", without severity and end of line.
TEST_F(BuildLogTest, UnknownOptionsAreErrors) {
  EXPECT_EQ(logOf("kernel void k() {}", "-Wall"), "error: option '-Wall' is unknown\n");
}

TEST_F(BuildLogTest, HeadersHaveTheirNames) {
  Program program = make("#include \"lib/wrong.h\"\nkernel void k() {}");
  Program header = make("int f() { return oops; }\n");
  const char* name = "lib/wrong.h";
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-cl-std=CL2.0", 1, header.array(), &name, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("lib/wrong.h:1:18: error: use of undeclared identifier 'oops'"),
            std::string::npos)
      << log(program);
}

TEST_F(BuildLogTest, HeadersOfFoldersHaveTheirPaths) {
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

/// The current folder of the process, as long as it lives.
class CurrentFolder {
 public:
  explicit CurrentFolder(const std::string& path) { std::filesystem::current_path(path); }
  ~CurrentFolder() { std::filesystem::current_path(before_); }
  CurrentFolder(const CurrentFolder&) = delete;
  CurrentFolder& operator=(const CurrentFolder&) = delete;

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
};

// The compiler process works in another folder. Results of two folders, and of a changed file, are not confused
// by the caches.
TEST_F(BuildLogTest, QuotedHeadersOfTheCurrentFolderWereNotFound) {
  const TemporaryFolder base;
  const std::string source = "#include \"part.h\"\nkernel void k(global int* out) { *out = PART; }";
  for (const char* folder : {"/a", "/b"}) std::filesystem::create_directory(base.path() + folder);
  for (const int part : {17, 18}) {
    std::ofstream(base.path() + "/a/part.h") << "#define PART " << part << "\n";
    std::ofstream(base.path() + "/b/part.h") << "#define PART " << 10 * part << "\n";
    for (const char* folder : {"/a", "/b", "/a"}) {
      const CurrentFolder here(base.path() + folder);
      EXPECT_EQ(run(built(source)), folder[1] == 'a' ? part : 10 * part);
    }
  }
  std::ofstream(base.path() + "/a/part.h") << "int f() { return oops; }\n";
  const CurrentFolder here(base.path() + "/a");
  const std::string text = logOf(source);
  EXPECT_NE(text.find("/a/part.h:1:18: error: use of undeclared identifier 'oops'"),
            std::string::npos)
      << text;
}

TEST_F(BuildLogTest, AnErrorWasHiddenBehindHundredsOfEqualWarnings) {
  std::string source = "kernel void k(global float* x) {\n";
  for (int line = 0; line < 600; ++line) source += "  if (*x == INFINITY) ++*x;\n";
  const std::string text = logOf(source + "  return oops;\n}\n", "-cl-fast-relaxed-math");
  EXPECT_LE(std::ranges::count(text, '\n'), 16) << text;
  EXPECT_NE(text.find("program.cl:2:13: warning: use of infinity"), std::string::npos) << text;
  EXPECT_NE(text.find("\nnote: this warning occurs 599 more times\n"), std::string::npos) << text;
  EXPECT_NE(text.find("program.cl:602:10: error: use of undeclared identifier 'oops'"),
            std::string::npos)
      << text;
}

TEST_F(BuildLogTest, DifferentWarningsAreNotCountedTogether) {
  const std::string text = logOf("#warning one\n#warning two\n#warning one\nkernel void k() {}\n");
  EXPECT_NE(text.find("program.cl:2:2: warning: two"), std::string::npos) << text;
  EXPECT_NE(text.find("\nnote: this warning occurs 1 more time\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("program.cl:3"), std::string::npos) << text;
}

TEST_F(BuildLogTest, APipeIsNoHeader) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder.path() + "/pipe.h").c_str(), 0600), 0);
  const std::string text =
      logOf("#include \"pipe.h\"\nkernel void k() {}", "-I " + folder.path());
  EXPECT_NE(text.find("'pipe.h' file not found"), std::string::npos) << text;
}

TEST_F(BuildLogTest, LineDirectivesAreObeyed) {
  const std::string text = logOf("#line 100 \"generated.cl\"\nkernel void k() { x; }\n");
  EXPECT_NE(text.find("generated.cl:100:19: error: use of undeclared identifier 'x'"),
            std::string::npos)
      << text;
}

TEST_F(BuildLogTest, ErrorsAboutVariablesNameTheLineOfTheirDeclaration) {
  const std::string use = "\nkernel void k(global int* o, int i) { *o = ((constant int*)&a)[i]; }";
  const auto firstLine = [&](const std::string& text) {
    const std::string log = logOf(text + use, "");
    return log.substr(0, log.find('\n'));
  };
  EXPECT_EQ(firstLine("struct T { constant struct T* next; };\n"
                      "extern constant struct T b;\n"
                      "constant struct T a = {&b};\n"
                      "constant struct T b = {&a};"),
            "program.cl:4:19: error: unsupported: circular initializers: the initializer of 'b' "
            "refers to variables whose initializers refer to it");
  EXPECT_EQ(firstLine("#line 10 \"table.h\"\n"
                      "typedef int T __attribute__((ext_vector_type(5)));\n"
                      "constant T a = {1, 2, 3, 4, 5};"),
            "table.h:11:12: error: unsupported: vectors of size 5 in variable 'a'");
}

TEST_F(BuildLogTest, ExtensionsOfCWithoutAFormInSpirvAreToldByTheirPlace) {
  const auto firstLine = [&](const std::string& statements, const char* options = "") {
    const std::string text = logOf("kernel void k(global int* o) {\n" + statements + "\n}", options);
    return text.substr(0, text.find('\n'));
  };
  for (const char* options : {"", "-cl-std=CL3.0 -g", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(firstLine(" __asm__(\"nop\" : : \"x\"(*o));", options),
              "program.cl:2:2: error: unsupported: inline assembly with the constraint 'x', in kernel 'k'");
    EXPECT_EQ(firstLine(" typedef int T __attribute__((ext_vector_type(5))); T t; t += 1;\n"
                        " *o = t[3];", options),
              "program.cl:2:60: error: unsupported: vectors of size 5, in kernel 'k'");
  }
  EXPECT_EQ(firstLine(" *o = __builtin_canonicalizef(*o);"),
            "program.cl:2:7: error: unsupported: Clang builtin 'llvm.canonicalize' has no SPIR-V "
            "equivalent, in kernel 'k'");
  EXPECT_EQ(firstLine(" _BitInt(99) x = *o; *o = __builtin_popcountg((unsigned _BitInt(99))x);"),
            "program.cl:2:27: error: unsupported: an integer of 99 bits, in kernel 'k'");
  EXPECT_EQ(logOf("typedef struct {} E; int f(E e) { return 1; } kernel void k() { E e; f(e); }"),
            "program.cl:1:26: error: unsupported: an argument or a result of size 0, in function "
            "'f'\n");
}

// They had neither file nor line.
TEST_F(BuildLogTest, AssemblyOutsideOfFunctionsIsToldByItsPlace) {
  const std::string kernel = "kernel void k() {}";
  for (const char* options : {"", "-g", "-cl-std=CLC++2021"})
    EXPECT_EQ(logOf("__asm__(\"\");\n\n  __asm__(\".globl x\");\n" + kernel, options),
              "program.cl:3:3: error: unsupported: inline assembly outside of functions\n");
  EXPECT_EQ(logOf("namespace N {\n__asm__(\"nop\");\n}\n" + kernel, "-cl-std=CLC++2021"),
            "program.cl:2:1: error: unsupported: inline assembly outside of functions\n");
  EXPECT_EQ(logOf("__asm__(\" # nothing\");\n" + kernel), "");
}

// A diagnostic about a function had no column: LLVM's debug information has none.
TEST_F(BuildLogTest, DiagnosticsOfAllStagesNameTheColumnOfAFunction) {
  const std::string text =
      "#define KERNEL(name) kernel void name\n"
      "__attribute__((intel_reqd_sub_group_size(12)))\n"
      "KERNEL(k)(global int* o) { o[get_global_id(0)] = 1; }\n";
  for (const char* options : {"", "-g", "-cl-std=CLC++2021 -cl-opt-disable"})
    EXPECT_TRUE(logOf(text, options).starts_with("program.cl:3:8: error: unsupported: required sub-groups"))
        << options << logOf(text, options);
  for (const char* options : {"", "-g", "-cl-std=CLC++2021"})
    EXPECT_TRUE(logOf("\n  kernel void k(global int* o) { o[get_global_id(0)] = 1; }",
                      std::string("-cl-lanewise-explain ") + options)
                    .starts_with("program.cl:2:15: note: "))
        << options;
}

// Clang 19 crashes in its corrections of such names.
TEST_F(BuildLogTest, MisspeltNamesOfFunctionsAreReportedWithTheirPlace) {
  EXPECT_TRUE(logOf("void report(int x) {}\nkernel void k(global int* o) { global int* p = reports; }")
                  .starts_with("program.cl:2:48: error: use of undeclared identifier 'reports'"));
  EXPECT_TRUE(logOf("kernel void k() { uint in[] = as_uint(inn); }", "-cl-std=CLC++2021")
                  .starts_with("program.cl:1:39: error: use of undeclared identifier 'inn'"));
}

TEST_F(BuildLogTest, ACrashOfClangNamesThePlaceThatItReached) {
  const std::string text = logOf("\nkernel void k(global float* o) { float4 f = (float4)(barrier(1)); }");
  EXPECT_TRUE(text.contains("(stage 'frontend') at program.cl:2:13")) << text;
}

TEST_F(BuildLogTest, ALongDoubleIsADoubleWithAWarning) {
  EXPECT_TRUE(logOf("#line 7 \"generated.cl\"\nkernel void k(global int* o) { long\tdouble x = *o; }")
                  .starts_with("generated.cl:7:32: warning: OpenCL has no long double; it is the same "
                               "as double\n"));
  EXPECT_EQ(logOf("typedef long double real; kernel void k(global real* o) { *o = 1; }", "-w"), "");
}

// Notes with places, for builds that ask for them.
TEST_F(BuildLogTest, ExplanationsNameLinesOfTheSource) {
  const std::string kernel =
      "kernel void k(global int* o) {\n"
      "  const size_t i = get_global_id(0);\n"
      "  o[i * i] = 7;\n"
      "}\n";
  EXPECT_EQ(logOf(kernel, ""), "");
  const std::string log = logOf(kernel, "-cl-lanewise-explain");
  EXPECT_TRUE(log.starts_with("program.cl:1:13: note: ")) << log;
  EXPECT_TRUE(log.contains(" lanes")) << log;
  EXPECT_TRUE(log.contains("program.cl:3:12: note: a scatter: the distance between lanes is not known "
                           "to be constant, in kernel 'k'\n"))
      << log;
}

// Notes named the symbol of a function, and a "function of the host" for printf.
TEST_F(BuildLogTest, ExplanationsNameFunctionsAsOpenClDoes) {
  const std::string log = logOf(
      "kernel void k(global int* o) {\n"
      "  printf(\"%d\", o[get_global_id(0)]);\n"
      "}\n",
      "-cl-lanewise-explain");
  EXPECT_TRUE(log.contains("program.cl:2:3: note: one lane after another: a call of 'printf', which has no form for "
                           "vectors, in kernel 'k'\n"))
      << log;
}

// Lines for the notes made the barrier check that all work-items reach it, and the notes named this check.
TEST_F(BuildLogTest, ExplanationsAreThoseOfTheProgramWithoutChecks) {
  const std::string log = logOf(
      "kernel void k(global int* o) {\n"
      "  local int shared[64];\n"
      "  shared[get_local_id(0)] = o[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  o[get_global_id(0)] = shared[63 - get_local_id(0)];\n"
      "}\n",
      "-cl-lanewise-explain");
  EXPECT_TRUE(log.contains(" lanes")) << log;
  EXPECT_FALSE(log.contains("'fail'")) << log;
}

constexpr char kNestedLoops[] =
    "float rooted(float x, int n) {\n"
    "  for (int i = 0; i < n; ++i) x += sqrt(x + i);\n"
    "  return x;\n"
    "}\n"
    "kernel void k(global float* o, global const int* from) {\n"
    "  float x = o[get_global_id(0)];\n"
    "  while (x < 1000) {\n"
    "    for (int i = 0; i < ((int)x & 7); ++i)\n"
    "      x += i * x;\n"
    "    x = rooted(x, (int)x & 3) + 1;\n"
    "  }\n"
    "  for (int i = 0; i < 100; ++i) {\n"
    "    x += sqrt(x);\n"
    "    if (x > 5000) break;\n"
    "  }\n"
    "  while (x < 9000) x += o[from[get_global_id(0)]];\n"
    "  o[get_global_id(0)] = x;\n"
    "}\n";

// The lines of kNestedLoops with a note.
void expectNestedLoops(const std::string& log) {
  const std::string kLoop = " note: a divergent loop: it runs until its last lane has left, in kernel 'k'\n";
  for (const char* line : {"2", "7", "8", "12", "16"})
    EXPECT_TRUE(std::regex_search(log, std::regex("program.cl:" + std::string(line) + ":[0-9]+:" + kLoop)))
        << line << '\n' << log;
  EXPECT_TRUE(std::regex_search(log, std::regex("program.cl:16:[0-9]+: note: a gather"))) << log;
  EXPECT_FALSE(log.contains("\nnote:")) << log;
}

// An outer loop had the place of the inner one, one with a `break` that of its `if`, and a load in
// front of a loop none.
TEST_F(BuildLogTest, ExplanationsNameTheLineOfEachLoop) {
  expectNestedLoops(logOf(kNestedLoops, "-cl-lanewise-explain"));
}

TEST_F(BuildLogTest, ExplanationsNameTheLineOfADivisionThatLeavesItsLoop) {
  const std::string log = logOf(
      "kernel void k(global long* o, long n, global const int* from) {\n"
      "  long x = o[get_global_id(0)];\n"
      "  const long d = from[get_global_id(0)];\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    x = x * 3 + n / d;\n"
      "  o[get_global_id(0)] = x;\n"
      "}\n",
      "-cl-lanewise-explain");
  EXPECT_TRUE(std::regex_search(log, std::regex("program.cl:5:[0-9]+: note: a division of 64-bit"))) << log;
}

TEST_F(BuildLogTest, ExplanationsOfALinkedProgramHaveLines) {
  expectNestedLoops(explanationsOfLinked(make(kNestedLoops), make("")));
}

TEST_F(BuildLogTest, ExplanationsNameTheFileOfALoop) {
  const Program program = make("kernel void k(global float* o) {\n"
                               "  float x = o[get_global_id(0)];\n"
                               "  while (x < 1000) {\n"
                               "#include \"body.h\"\n"
                               "  }\n"
                               "  o[get_global_id(0)] = x;\n"
                               "}\n");
  const std::string text = explanationsOfLinked(program, make("x += sqrt(x);\n"));
  EXPECT_TRUE(std::regex_search(text, std::regex("program.cl:3:[0-9]+: note: a divergent loop"))) << text;
}

// The log named a word of the SPIR-V module, and neither file nor line.
TEST_F(BuildLogTest, ErrorsThatAreFoundInSpirvHaveTheirPlaceInTheSource) {
  const struct {
    const char *source, *log, *options = "";
  } cases[] = {
      {"int fac(int n) {\n  return n < 2 ? 1 : n * fac(n - 1);\n}\n"
       "kernel void k(global int* o) { *o = fac(*o); }",
       "program.cl:2:26: error: recursion: function 'fac' reaches itself through this call, which "
       "OpenCL does not allow, in function 'fac', used in kernel 'k'\n"},
      {"void f(int);\nvoid g(int n) {\n  if (n) f(n);\n}\nvoid f(int n) { g(n - 1); }\n"
       "kernel void k() { f(3); }",
       "program.cl:3:10: error: recursion: function 'f' reaches itself through this call ('f' -> 'g' "
       "-> 'f'), which OpenCL does not allow, in function 'g', used in kernel 'k'\n"},
      {"int absent(int);\nkernel void k(global int* o) {\n  *o = absent(1);\n}",
       "program.cl:3:8: error: the function 'absent' is declared but not defined, in kernel "
       "'k'\n"},
      {"int absent(int, float);\nkernel void k(global int* o) { *o = absent(1, 2); }",
       "program.cl:2:37: error: the function 'absent(int, float)' is declared but not defined, "
       "in kernel 'k'\n",
       "-cl-std=CLC++2021"},
      {"extern constant int table[4];\nkernel void k(global int* o) {\n  *o = table[1];\n}",
       "program.cl:3:8: error: the variable 'table' is declared but not defined, in kernel "
       "'k'\n"},
      {"kernel void other() {}\n__attribute__((intel_reqd_sub_group_size(12)))\nkernel void k() {}",
       "program.cl:3:13: error: unsupported: required sub-groups of 12 work-items (supported sizes: 1, 4, 8, 16, 32, 64), "
       "in kernel 'k'\n"},
      {"kernel void k(global int* o) {\n  *o = work_group_reduce_add(*o);\n}",
       "program.cl:2:8: error: use of undeclared identifier 'work_group_reduce_add'\n"
       "    2 |   *o = work_group_reduce_add(*o);\n"
       "      |        ^\n",
       "-cl-std=CL1.2"},
  };
  for (const auto& [source, expected, options] : cases) {
    EXPECT_EQ(logOf(source, options), expected) << options;
    EXPECT_EQ(logOf(source, std::string(options) + " -g"), expected) << options << " -g";
  }
}

TEST_F(BuildLogTest, WarningsAreInTheLogOnceIfTheProgramIsCompiledAgainForLines) {
  const std::string text = logOf("#warning first\nint f(int n) { return f(n); } kernel void k() { f(1); }");
  EXPECT_EQ(text.find("warning: first"), text.rfind("warning: first")) << text;
  EXPECT_TRUE(text.contains("program.cl:2:23: error: recursion")) << text;
}

struct LinkLogTest : BuildLogTest {
  /// The log of a link that fails.
  std::string logOfLink(std::initializer_list<const char*> sources, const char* options = "") {
    std::vector<Program> programs;
    std::vector<cl_program> inputs;
    for (const char* source : sources) {
      programs.push_back(make(source));
      inputs.push_back(programs.back());
      EXPECT_EQ(clCompileProgram(inputs.back(), 0, nullptr, options, 0, nullptr, nullptr, nullptr,
                                 nullptr),
                CL_SUCCESS)
          << log(inputs.back());
    }
    cl_int error = 1;
    Program linked(clLinkProgram(context(), 0, nullptr, "", cl_uint(inputs.size()), inputs.data(),
                                 nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
    return log(linked);
  }
};

// Lines were removed from modules before they were linked.
TEST_F(LinkLogTest, ErrorsHaveTheirPlaceInTheSourcesOfALink) {
  const char* kernel = "void f(int);\n\nkernel void k() {\n  f(3); }";
  const struct {
    std::initializer_list<const char*> sources;
    const char* log;
  } cases[] = {
      {{kernel, "#line 7 \"second.cl\"\nvoid g(int);\nvoid f(int n) { g(n); }",
        "#line 20 \"third.cl\"\nvoid f(int);\nvoid g(int n) {\n  f(n); }"},
       "third.cl:22:3: error: recursion: function 'f' reaches itself through this call ('f' -> 'g' -> "
       "'f'), which OpenCL does not allow, in function 'g', used in kernel 'k'\n"},
      {{"int unused() { return 1; }", kernel},
       "program.cl:4:3: error: the function 'f' is declared but not defined, in kernel 'k'\n"},
      {{"void f(int n) {}", "\n__attribute__((intel_reqd_sub_group_size(12)))\nkernel void k() {}"},
       "program.cl:3:13: error: unsupported: required sub-groups of 12 work-items (supported sizes: 1, 4, 8, 16, 32, 64), "
       "in kernel 'k'\n"},
  };
  for (const auto& [sources, expected] : cases)
    for (const char* options : {"", "-g"}) EXPECT_EQ(logOfLink(sources, options), expected) << options;
}

// The log had the linker's own message, with ids of its module.
TEST_F(LinkLogTest, SymbolsThatCannotBeLinkedAreNamedWithTheirPrograms) {
  for (const char* options : {"", "-g"}) {
    EXPECT_EQ(logOfLink({"int f() { return 1; } kernel void k() { f(); }", "\nint f() { return 2; }"},
                        options),
              "program.cl:2:5: error: 'f' is defined twice: in program 1 and in program 2, in function "
              "'f'\n");
    EXPECT_EQ(logOfLink({"kernel void k() {}", "\n\nkernel void k() {}"}, options),
              "program.cl:3:13: error: kernel 'k' is defined twice: in program 1 and in program 2, "
              "in kernel 'k'\n");
    EXPECT_EQ(
        logOfLink({"int f(float x) { return x; }", "int f(int);\nkernel void k(global int* o) { *o = f(1); }"},
                  options),
        "program.cl:2:37: error: 'f' is declared in program 2 and defined in program 1 with different "
        "types, in kernel 'k'\n");
  }
}

TEST_F(BuildLogTest, IntegersOf128BitsLostTheDebugInformationOfAProgram) {
  const std::string text =
      "kernel void k(global int* o) { unsigned __int128 a = (unsigned __int128)o[0] + 5; const __int128 b = 3;"
      " o[0] = (int)(a >> 1) + (int)b; }";
  EXPECT_EQ(run(built(text, "-g")), 5);
  EXPECT_EQ(log(built(text, "-g")), "");
  Program compiled = make(text);
  EXPECT_EQ(clCompileProgram(compiled, 0, nullptr, "-g", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  const cl_program input = compiled;
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS) << log(linked);
  EXPECT_EQ(run(linked), 5);
}

TEST_F(BuildLogTest, ExtensionsOfCInFunctionsThatNobodyCallsAreFine) {
  EXPECT_EQ(logOf("static inline void wait_a_bit() { __asm__(\"nop\" : : \"x\"(1)); } kernel void k() {}"), "");
}

// Only static functions were left out.
TEST_F(BuildLogTest, FunctionsThatNoKernelReachesDoNotMakeABuildFail) {
  for (const char* unused :
       {"void f() { __asm__(\"nop\" : : \"x\"(1)); }", "void g(); void f() { __asm__(\"nop\" : : \"x\"(1)); g(); } void g() { f(); }",
        "typedef int T __attribute__((ext_vector_type(5))); T f(T x) { return x + 1; }",
        "float f(float x) { return __builtin_canonicalizef(x); }",
        "typedef struct {} E; int f(E e) { return 1; }"})
    for (const char* options : {"", "-g", "-cl-opt-disable"}) {
      const std::string source = std::string(unused) +
                                 "\nint used(int x) { return x + 6; }\n"
                                 "kernel void k(global int* o) { *o = used(1); }";
      EXPECT_EQ(logOf(source, options), "");
      EXPECT_EQ(run(built(source, options)), 7);
    }
}

TEST_F(BuildLogTest, WarningsAreToldAndCanBeSilencedOrErrors) {
  const char* source = "kernel void k(global int* out) { *out = 3.7; }";
  EXPECT_NE(logOf(source).find("warning: "), std::string::npos) << logOf(source);
  EXPECT_EQ(logOf(source, "-w"), "");
  EXPECT_NE(logOf(source, "-Werror").find("error: "), std::string::npos);
}

TEST_F(BuildLogTest, NothingIsWrittenToStdoutOrStderr) {
  for (const char* source :
       {"kernel void k(global int* out) { *out = 1; }", "kernel void k() { wrong }",
        "#warning w\nkernel void k() {}", "#include \"absent.h\"",
        "__global void* __global self = &self; kernel void k() {}",
        "void f(); void g() { f(); } void f() { g(); } kernel void k() { f(); }",
        "int absent(); kernel void k() { absent(); }",
        "kernel void k(global int* o) { int (*f)(int) = 0; *o = f(1); }",
        "kernel void k(read_only image2d_t i) {}", "kernel void k() { asm(\"nop\"); }"})
    for (const char* options : {"", "-cl-std=CL3.0 -g", "-cl-std=CLC++", "-cl-made-up"}) {
      // Descriptors that the compiler process inherits.
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
