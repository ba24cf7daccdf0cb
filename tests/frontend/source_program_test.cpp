// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from source through the loader, with the real compiler: built, compiled and linked, run.
#include "tests/frontend/source_fixture.h"

namespace lanewise::test {
namespace {

TEST_F(SourceProgramTest, BuildsAndRuns) {
  Program program = make("kernel void k(global int* out) { *out = VALUE; }");
  ASSERT_EQ(build(program, "-DVALUE=42"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 42);
}

TEST_F(SourceProgramTest, CanBeBuiltAgainWithOtherOptions) {
  Program program = make("kernel void k(global int* out) { *out = VALUE; }");
  ASSERT_EQ(build(program, "-DVALUE=1"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 1);
  ASSERT_EQ(build(program, "-D VALUE=2"), CL_SUCCESS) << log(program);
  EXPECT_EQ(run(program), 2);
}

TEST_F(SourceProgramTest, CopiesOfEmptyStructuresCopyNothing) {
  EXPECT_EQ(
      run(built("typedef struct {} E; typedef struct { E e; int a; } F;"
                "kernel void k(global int* out) { E e; E q = e; q = e; F f; f.a = 3; f.e = q; "
                "F g = f; *out = g.a + sizeof(q); }")),
      3);
}

TEST_F(SourceProgramTest, LoopsWithVariablesAndContinue) {
  const char* text = R"(
kernel void k(global int* out) {
  int i = out[0], sum = 0;
  while (i < 10) { int t = out[0] + i++; if (t == 3) continue; sum += t; }
  for (int j = 0; j < 10; j++) { int t = j; if (t == 4) continue; sum += t; }
  #pragma unroll 4
  for (int j = 0; j < 10; j++) { int t = j; if (t == 5) continue; sum += t; }
  *out = sum;
})";
  for (const char* options : {"", "-cl-opt-disable", "-cl-std=CL3.0 -g", "-cl-std=CLC++2021"})
    EXPECT_EQ(run(built(text, options)), 3 * 45 - 3 - 4 - 5) << options;
}

TEST_F(SourceProgramTest, CodeWithLabelsBehindReturnAndBreakOfLoopsBuilds) {
  const Program program = make(
      "kernel void k(global int* a) {\n"
      "  int i = 0;\n"
      "  loop: while (i < 3) { inner: ++i; if (i == 2) goto inner; break; dead: i += 2; goto dead; }\n"
      "  for (int j = 0; j < 2; ++j) {\n"
      "    if (i < 7) goto loop;\n"
      "    a[0] = i; return;\n"
      "    while (a[j]) { behind: a[j] = 3; if (a[0] & 1) goto behind; }\n"
      "  }\n"
      "}");
  for (const char* options : {"", "-cl-opt-disable", "-g", "-cl-std=CL3.0"}) {
    SCOPED_TRACE(options);
    ASSERT_EQ(build(program, options), CL_SUCCESS) << log(program);
  }
}

TEST_F(SourceProgramTest, DebugInformationOfImportedNamesAndParameterPacks) {
  const char* text = R"(
namespace a { int f(int x) { return x + 1; } }
namespace b = a;
using namespace a;
using a::f;
template <class... T> int sum(T... t) { return (0 + ... + t); }
template <class... T> struct Pack { int count = sizeof...(T); };
kernel void k(global int* out) {
  using namespace a;
  *out = b::f(*out) + f(2) + sum(1, 2, 3) + Pack<int, float>().count;
})";
  Program program = built(text, "-cl-std=CLC++2021 -g");
  EXPECT_EQ(run(program), 1 + 3 + 6 + 2);
  EXPECT_EQ(log(program), "");
}

TEST_F(SourceProgramTest, ErrorIsInTheLog) {
  Program program = make("kernel void k(global int* out) { *out = missing; }");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("undeclared identifier 'missing'"), std::string::npos);
}

TEST_F(SourceProgramTest, WrongOptionIsNamed) {
  Program program = make("kernel void k(global int* out) { *out = 0; }");
  EXPECT_EQ(build(program, "-cl-no-such"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_NE(log(program).find("-cl-no-such"), std::string::npos);
}

TEST_F(SourceProgramTest, CompilesWithHeadersAndLinks) {
  Program header = make("int answer(int);\n#define BASE 40\n");
  Program one =
      make("#include \"lib/answer.h\"\nkernel void k(global int* out) { *out = answer(2); }");
  Program two = make("#include \"lib/answer.h\"\nint answer(int more) { return BASE + more; }");
  const char* name = "lib/answer.h";
  for (cl_program program : {cl_program(one), cl_program(two)})
    ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 1, header.array(), &name, nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
  const cl_program inputs[] = {one, two};
  cl_int error = 1;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS) << (linked ? log(linked) : std::string());
  EXPECT_EQ(run(linked), 42);
}

/// 6 work-items in groups of 4.
struct SmallerGroupsTest : SourceProgramTest {
  cl_int enqueue(cl_program program) {
    Kernel kernel = kernelOf(program);
    const size_t items = 6, group = 4;
    const cl_int error =
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr);
    clFinish(queue());
    return error;
  }
  static constexpr const char* kSource = "kernel void k() {}";
};

TEST_F(SmallerGroupsTest, AreAnErrorInOpenClC1) {
  EXPECT_EQ(enqueue(built(kSource)), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(built(kSource, "-cl-std=CL1.1")), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(SmallerGroupsTest, RunInNewerLanguages) {
  for (const char* option : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++"})
    EXPECT_EQ(enqueue(built(kSource, option)), CL_SUCCESS) << option;
}

TEST_F(SmallerGroupsTest, AreAnErrorWithUniformWorkGroupSize) {
  EXPECT_EQ(enqueue(built(kSource, "-cl-std=CL3.0 -cl-uniform-work-group-size")),
            CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(SmallerGroupsTest, NeedAllProgramsOfALink) {
  const auto linked = [&](const char* first, const char* second) {
    Program one = make(kSource), two = make("void f() {}");
    EXPECT_EQ(clCompileProgram(one, 0, nullptr, first, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clCompileProgram(two, 0, nullptr, second, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    const cl_program inputs[] = {one, two};
    cl_int error = 1;
    Program program(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  };
  EXPECT_EQ(enqueue(linked("-cl-std=CL3.0", "-cl-std=CL2.0")), CL_SUCCESS);
  EXPECT_EQ(enqueue(linked("-cl-std=CL3.0", "-cl-std=CL1.2")), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(SourceProgramTest, RequiredSizeIsCheckedInALaunchWithoutOne) {
  const auto enqueue = [&](const std::string& size, size_t items, const char* language) {
    Program program = built("__attribute__((reqd_work_group_size(" + size +
                                "))) kernel void k(global int* out) { *out = 7; }",
                            language);
    Kernel kernel = kernelOf(program);
    Buffer out = makeBuffer(sizeof(cl_int));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    return clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                  nullptr);
  };
  EXPECT_EQ(enqueue("8, 1, 1", 16, "-cl-std=CL1.2"), CL_SUCCESS);
  EXPECT_EQ(enqueue("8, 1, 1", 12, "-cl-std=CL1.2"), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue("8, 1, 1", 12, "-cl-std=CL3.0"), CL_SUCCESS);
  EXPECT_EQ(enqueue("1048576, 1, 1", 12, "-cl-std=CL3.0"), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(enqueue("128, 128, 128", 12, "-cl-std=CL3.0"), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(SourceProgramTest, WarningIsInTheLogOfASuccess) {
  Program program = make("#warning take care\nkernel void k(global int* out) { *out = 7; }");
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_NE(log(program).find("take care"), std::string::npos);
  EXPECT_EQ(run(program), 7);
}

// The address of the constant was printed.
TEST_F(SourceProgramTest, PrintfGetsConstantsOf128BitsByValue) {
  testing::internal::CaptureStdout();
  run(
      built("kernel void k(global int* out) {\n"
            "  printf(\"%lu %d %lu\\n\", 18446744073709551615, 5, 9223372036854775808 + out[0]);\n"
            "}"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "18446744073709551615 5 9223372036854775808\n");
}

// Constant addresses kept the type of the variable that was replaced.
TEST_F(SourceProgramTest, PartsOfVariablesWithEmptyArraysAndWideIntegersAreReached) {
  const Program program = built(
      "struct Empty { int n; int z[0]; int t; };\n"
      "struct Wide { int n; unsigned __int128 z; int t; };\n"
      "global unsigned __int128 numbers[3] = {3, 4, 9};\n"
      "global struct Empty variable;\n"
      "constant struct Empty table = {1, {}, 3};\n"
      "constant int* constant address = &table.t;\n"
      "kernel void k(global int* out) {\n"
      "  local struct Empty a;\n"
      "  local struct Wide b[3];\n"
      "  a.n = 1; a.t = 5; b[1].n = 1; b[1].z = 7; b[2].t = 4; variable.t = 6;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[0] = a.t + a.n;\n"
      "  out[1] = (int)b[1].z + b[1].n + b[2].t;\n"
      "  out[2] = numbers[2];\n"
      "  out[3] = *address;\n"
      "  out[4] = variable.t;\n"
      "}",
      "-cl-std=CL3.0");
  EXPECT_EQ(runOver(program, 5), (std::vector<cl_int>{6, 12, 9, 3, 6}));
}

TEST_F(SourceProgramTest, PointersAndHalvesBecomeIntegersOf128Bits) {
  const Program program = built(
      "kernel void k(global int* out) {\n"
      "  unsigned __int128 x = (unsigned __int128)out;\n"
      "  *(global int*)(x + 4) = 88;\n"
      "  out[0] = (int)(unsigned __int128)(half)(float)(out[2] + 40);\n"
      "  out[2] = (int)(__int128)(half)(float)(out[2] - 40);\n"
      "}",
      "-cl-std=CL3.0");
  EXPECT_EQ(runOver(program, 3), (std::vector<cl_int>{40, 88, -40}));
}

// llvm-spirv took it for an import.
TEST_F(SourceProgramTest, ExternInlineFunctionsHaveTheirBody) {
  EXPECT_EQ(run(built("extern inline int add(int x) { return x + 3; }\n"
                      "kernel void k(global int* out) { *out = add(*out + 1); }")),
            4);
}

TEST_F(SourceProgramTest, TheClockOfEachScopeGoesOnAndItsHalvesAreOneNumber) {
  const char* scopes[] = {"device", "work_group", "sub_group"};
  std::string text;
  for (const char* scope : scopes) {
    const std::string read = std::string("clock_read_") + scope,
                      halves = std::string("clock_read_hilo_") + scope;
    text += std::string("kernel void ") + scope +
            "(global int* out) {\n"
            "  const ulong first = " +
            read +
            "();\n"
            "  const uint2 middle = " +
            halves +
            "();\n"
            "  const ulong last = " +
            read +
            "();\n"
            "  out[0] = first != 0 && first <= last;\n"
            "  out[1] = first <= as_ulong(middle) && as_ulong(middle) <= last;\n"
            "}\n";
  }
  for (const char* options :
       {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable", "-cl-std=CLC++2021"}) {
    const Program program = built(text, options);
    for (const char* scope : scopes)
      EXPECT_EQ(runOver(program, 2, scope), (std::vector<cl_int>{1, 1})) << scope << " " << options;
  }
}

// OpenCL C has no type for them; they are signed, as where long long has 128 bits.
TEST_F(SourceProgramTest, LargeDecimalsOfSignedTypesAndOfPastedDigitsAreSigned) {
  for (const char* options : {"", "-w", "-cl-std=CLC++2021"})
    EXPECT_EQ(
        run(built("#define PASTE(a, b) a##b\n"
                  "kernel void k(global int* out) {\n"
                  "  out[0] = (-9223372036854775808L < 0) + 2 * (-9223372036854775808LL < 0) +\n"
                  "           4 * (((PASTE(1844674407370955, 1615) + 1) >> 1) == 1ul << 63);\n"
                  "}",
                  options)),
        7)
        << options;
}

}  // namespace
}  // namespace lanewise::test
