// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Own functions with names of OpenCL's, or names that begin like them, between programs: compiled
// apart, in libraries, and in SPIR-V modules of others. Messages name them as the source does.
#include "tests/frontend/source_fixture.h"
#include "tests/temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace lanewise::test {
namespace {

// llvm-spirv gives a meaning to each beginning.
constexpr const char* kNames[] = {"max",
                                  "convert_my",
                                  "convert_int",
                                  "vload_my",
                                  "vstore4",
                                  "atomic_my",
                                  "read_image_my",
                                  "write_imagef",
                                  "__spirv_Dot",
                                  "__spirv_my",
                                  "__spirv_ocl_sin",
                                  "__translate_my",
                                  "work_group_all",
                                  "barrier",
                                  "get_global_id",
                                  "intel_sub_group_my"};

std::string declaration(const std::string& name, bool isCxx) {
  return (isCxx ? "int " : "__attribute__((overloadable)) int ") + name + "(struct Own own, int x)";
}

struct OwnFunctionsLinkTest : SourceProgramTest, testing::WithParamInterface<const char*> {
  const std::string options = GetParam();
  const bool isCxx = options.contains("CLC++");
  const std::string structure = "struct Own { int a; };\n";

  std::string definitions() const {
    std::string text = structure;
    int number = 0;
    for (const char* name : kNames)
      text += declaration(name, isCxx) + " { return own.a * 100 + x + " + std::to_string(number++) +
              "; }\n";
    return text;
  }

  std::string kernel() const {
    std::string text = structure, calls;
    int number = 0;
    for (const char* name : kNames) {
      text += declaration(name, isCxx) + ";\n";
      calls += "  out[" + std::to_string(number++) + "] = " + name + "(own, 7);\n";
    }
    return text + "kernel void k(global int* out) {\n  struct Own own; own.a = out[0] + 3;\n" +
           calls + "}\n";
  }

  Program compiled(const std::string& text) {
    Program program = make(text);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options.c_str(), 0, nullptr, nullptr, nullptr,
                               nullptr),
              CL_SUCCESS)
        << log(program);
    return program;
  }

  Program linked(std::initializer_list<cl_program> inputs, const char* linkOptions = "") {
    cl_int error = 1;
    const std::vector<cl_program> all(inputs);
    Program program(clLinkProgram(context(), 0, nullptr, linkOptions, cl_uint(all.size()),
                                  all.data(), nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << log(program);
    return program;
  }

  void expectResults(cl_program program) {
    const std::vector<cl_int> values = runOver(program, std::size(kNames));
    for (size_t i = 0; i < std::size(kNames); ++i) EXPECT_EQ(values[i], 307 + int(i)) << kNames[i];
  }
};

TEST_P(OwnFunctionsLinkTest, AreFoundInAnotherProgram) {
  const Program functions = compiled(definitions()), user = compiled(kernel());
  expectResults(linked({functions, user}));
  expectResults(linked({user, functions}));
}

TEST_P(OwnFunctionsLinkTest, AreFoundInALibrary) {
  const Program functions = compiled(definitions()), user = compiled(kernel());
  const Program library = linked({functions}, "-create-library");
  expectResults(linked({user, library}));
}

TEST_P(OwnFunctionsLinkTest, AreFoundInAModuleInSpirv) {
  TemporaryFolder folder;
  const std::string source = folder.path() + "/functions.cl",
                    module = folder.path() + "/functions.spv";
  std::ofstream(source) << definitions();
  const std::string command =
      std::string(TEST_LANEWISE_CC) + " " + options + " --to=spirv -o " + module + " " + source;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(module, std::ios::binary);
  const std::string words(std::istreambuf_iterator<char>(file), {});
  cl_int error = 1;
  Program functions(clCreateProgramWithIL(context(), words.data(), words.size(), &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clCompileProgram(functions, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS)
      << log(functions);
  const Program user = compiled(kernel());
  expectResults(linked({functions, user}));
}

TEST_P(OwnFunctionsLinkTest, HaveTheNamesOfTheSourceInMessages) {
  const Program user = compiled(kernel());
  cl_int error = 1;
  const cl_program input = user;
  Program program(clLinkProgram(context(), 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  EXPECT_TRUE(log(program).contains("(Own, int)' is declared but not defined")) << log(program);
  EXPECT_FALSE(log(program).contains("own function ")) << log(program);
}

// llvm-spirv's reader gives these names to instructions.
TEST_F(SourceProgramTest, OwnFunctionsWithNamesOfInstructionsStandBesideThese) {
  const Program program = built(
      "float __spirv_ocl_sin(float x) { return x + 100; }\n"
      "int __spirv_ocl_s_max(int a, int b) { return 77; }\n"
      "kernel void k(global int* out) {\n"
      "  int zero = out[0];\n"
      "  out[0] = (int)__spirv_ocl_sin(zero + 2);\n"
      "  out[1] = (int)(sin((float)zero) * 1000);\n"
      "  out[2] = max(zero, 3);\n"
      "  out[3] = __spirv_ocl_s_max(zero, 2);\n"
      "}",
      "-cl-std=CLC++2021");
  EXPECT_EQ(runOver(program, 4), (std::vector<cl_int>{102, 0, 3, 77}));
}

struct LinkedProgramsTest : SourceProgramTest {
  /// Compiles each program and links them in this order.
  Program linked(std::initializer_list<const char*> sources) {
    std::vector<Program> programs;
    std::vector<cl_program> inputs;
    for (const char* source : sources) {
      programs.push_back(make(source));
      inputs.push_back(programs.back());
      EXPECT_EQ(
          clCompileProgram(inputs.back(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
          CL_SUCCESS)
          << log(inputs.back());
    }
    cl_int error = 1;
    Program program(clLinkProgram(context(), 0, nullptr, "", cl_uint(inputs.size()), inputs.data(),
                                  nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << log(program);
    return program;
  }
};

// Each module imports the functions of wide integers, the second one behind the definitions of the
// first.
TEST_F(LinkedProgramsTest, WideIntegersOfTwoProgramsAreLinked) {
  const Program program =
      linked({"void add(unsigned __int128* p, uint x) { *p = *p * 3 + x; }",
              "void add(unsigned __int128* p, uint x);\n"
              "kernel void k(global int* out) {\n"
              "  unsigned __int128 x = (unsigned __int128)(out[0] + 5) << 70;\n"
              "  add(&x, 9); out[0] = (int)(x >> 70); out[1] = (int)x; out[2] = x * 3 > x;\n"
              "}"});
  EXPECT_EQ(runOver(program, 3), (std::vector<cl_int>{15, 9, 1}));
}

// llvm-spirv wrote the declaration with another type of pointer than the definition.
TEST_F(LinkedProgramsTest, PointersThatAnotherProgramReturnsNeedNotBeUsed) {
  const Program program =
      linked({"int* increment(int* p); global int* next(global int* p);\n"
              "kernel void k(global int* out) {\n"
              "  int x = out[0] + 3; increment(&x); out[0] = x; out[1] = (int)(next(out) - out);\n"
              "}",
              "int* increment(int* p) { (*p)++; return p; }\n"
              "global int* next(global int* p) { return p + 1; }"});
  EXPECT_EQ(runOver(program, 2), (std::vector<cl_int>{4, 1}));
}

INSTANTIATE_TEST_SUITE_P(Languages, OwnFunctionsLinkTest,
                         testing::Values("-cl-std=CL3.0", "-cl-std=CLC++2021", "-cl-std=CL3.0 -g"));

}  // namespace
}  // namespace lanewise::test
