// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of each option of the specification.
#include "tests/frontend/source_fixture.h"

#include <elf.h>
#include <cmath>
#include <cstring>
#include <map>

namespace lanewise::test {
namespace {

struct OptionsTest : SourceProgramTest {
  /// Stores the expression, an int, where `x` and `y` are floats that the compiler does not know.
  cl_int value(const std::string& expression, const std::string& options) {
    return run(built("kernel void k(global int* out) { float x = as_float(out[0]), y = x; *out = " +
                         expression + "; }",
                     options));
  }
  cl_float valueOf(const std::string& expression, cl_float x, const std::string& options) {
    Program program = built(
        "kernel void k(global float* out) { float x = *out; *out = " + expression + "; }", options);
    Kernel kernel = kernelOf(program);
    Buffer buffer = makeBuffer(sizeof x, CL_MEM_COPY_HOST_PTR, &x);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, sizeof x, &x, 0, nullptr, nullptr),
              CL_SUCCESS);
    return x;
  }
  /// The sections of the code in a program binary, with their sizes.
  std::map<std::string, size_t> sections(cl_program program) {
    size_t sizeBytes = infoOf<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    std::vector<unsigned char> binary(sizeBytes);
    unsigned char* storage = binary.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr),
              CL_SUCCESS);
    const auto* code = static_cast<const char*>(memmem(storage, sizeBytes, ELFMAG, SELFMAG));
    std::map<std::string, size_t> found;
    if (!code) return found;
    Elf64_Ehdr header;
    std::memcpy(&header, code, sizeof header);
    std::vector<Elf64_Shdr> table(header.e_shnum);
    std::memcpy(table.data(), code + header.e_shoff, table.size() * sizeof table[0]);
    for (const Elf64_Shdr& section : table)
      found[code + table[header.e_shstrndx].sh_offset + section.sh_name] = section.sh_size;
    return found;
  }
  cl_int buildError(const char* options) { return build(make("kernel void k() {}"), options); }
};

TEST_F(OptionsTest, DefinesMacros) {
  EXPECT_EQ(value("A + B", "-D A=40 -DB=2"), 42);
  EXPECT_EQ(value("A", "-D A"), 1);
  EXPECT_EQ(value("A(3)", "-D \"A(x)=x * 7\""), 21);
  EXPECT_EQ(value("sizeof(A)", "-DA=\\\"text\\\""), 5);
  EXPECT_EQ(value("A", "-DA=1 -DA=2 -w"), 2);
}

// clBuildProgram did not know the option, lanewise-cc did.
TEST_F(OptionsTest, MacrosCanBeUndefined) {
  const std::string defined = "(\n#ifdef A\n1\n#else\n2\n#endif\n)";
  EXPECT_EQ(value(defined, "-DA"), 1);
  EXPECT_EQ(value(defined, "-DA -UA"), 2);
  EXPECT_EQ(value(defined, "-D A -U A"), 2);
  EXPECT_EQ(value(defined, "-UA -DA"), 1);
}

TEST_F(OptionsTest, SinglePrecisionConstant) {
  EXPECT_EQ(value("sizeof(1.0)", ""), 8);
  EXPECT_EQ(value("sizeof(1.0)", "-cl-single-precision-constant"), 4);
}

TEST_F(OptionsTest, DivisionAndRootsAreCorrectlyRounded) {
  for (const char* options : {"", "-cl-fp32-correctly-rounded-divide-sqrt"}) {
    for (cl_float x : {3.f, 7.f, 1e-30f, 0.1f}) {
      EXPECT_EQ(valueOf("1 / x", x, options), 1 / x);
      EXPECT_EQ(valueOf("sqrt(x)", x, options), std::sqrt(x));
    }
  }
}

TEST_F(OptionsTest, OptimizationCanBeDisabled) {
  EXPECT_EQ(value("(int)(x + 4) * 2", "-cl-opt-disable"), 8);
  // Many additions are combined into one.
  constexpr int kAdditions = 300;
  std::string source = "kernel void k(global int* out) { int x = *out;";
  for (int i = 0; i < kAdditions; ++i) source += " x += 2;";
  source += " *out = x; }";
  Program program = built(source), plain = built(source, "-cl-opt-disable");
  EXPECT_EQ(run(program), 2 * kAdditions);
  EXPECT_EQ(run(plain), 2 * kAdditions);
  constexpr size_t kBytes = kAdditions * 3;  // three for the addition of a constant
  EXPECT_GE(sections(plain)[".text"], kBytes);
  EXPECT_LT(sections(program)[".text"], kBytes);
}

// The product of 1 + 2^-12 with itself needs one bit more than float has.
TEST_F(OptionsTest, ContractionFollowsThePragma) {
  const std::string body =
      "kernel void k(global float* out) { float x = 1 + 0x1p-12f + *out; "
      "*out = x * x - (1 + 0x1p-11f); }";
  EXPECT_EQ(runOver<cl_float>(built("#pragma OPENCL FP_CONTRACT OFF\n" + body), 1)[0], 0);
  EXPECT_EQ(runOver<cl_float>(built("#pragma OPENCL FP_CONTRACT ON\n" + body), 1)[0], 0x1p-24f);
}

TEST_F(OptionsTest, MadEnableFusesAcrossStatements) {
  const std::string body =
      "kernel void k(global float* out) { float x = 1 + 0x1p-12f + *out; float "
      "p = x * x; *out = p - (1 + 0x1p-11f); }";
  EXPECT_EQ(runOver<cl_float>(built("#pragma OPENCL FP_CONTRACT OFF\n" + body), 1)[0], 0);
  EXPECT_EQ(runOver<cl_float>(built(body, "-cl-mad-enable"), 1)[0], 0x1p-24f);
}

TEST_F(OptionsTest, NoSignedZeros) {
  EXPECT_EQ(std::signbit(valueOf("x + 0.0f", -0.f, "")), false);
  for (const char* options : {"-cl-no-signed-zeros", "-cl-no-signed-zeroes",
                              "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
    EXPECT_EQ(std::signbit(valueOf("x + 0.0f", -0.f, options)), true) << options;
}

TEST_F(OptionsTest, FiniteMathOnly) {
  EXPECT_TRUE(std::isnan(valueOf("x - x", INFINITY, "")));
  EXPECT_TRUE(std::isnan(valueOf("x - x", INFINITY, "-cl-unsafe-math-optimizations")));
  EXPECT_EQ(valueOf("x - x", INFINITY, "-cl-finite-math-only"), 0);
  EXPECT_EQ(valueOf("x - x", INFINITY, "-cl-fast-relaxed-math"), 0);
}

TEST_F(OptionsTest, UnsafeMathReassociates) {
  const char* sum = "(x + 1e20f) - 1e20f";
  EXPECT_EQ(valueOf(sum, 1, ""), 0);
  EXPECT_EQ(valueOf(sum, 1, "-cl-unsafe-math-optimizations"), 1);
}

TEST_F(OptionsTest, FastRelaxedMathIsAMacro) {
  const char* source =
      "#ifdef __FAST_RELAXED_MATH__\n#define V 1\n#else\n#define V 0\n#endif\n"
      "kernel void k(global int* out) { *out = V; }";
  EXPECT_EQ(run(built(source)), 0);
  EXPECT_EQ(run(built(source, "-cl-unsafe-math-optimizations")), 0);
  EXPECT_EQ(run(built(source, "-cl-fast-relaxed-math")), 1);
}

TEST_F(OptionsTest, WhatIsAHintOrOldChangesNothing) {
  for (const char* options : {"-cl-strict-aliasing", "-cl-no-subgroup-ifp", "-cl-kernel-arg-info",
                              "-cl-strict-aliasing -Werror", "-cl-denorms-are-zero -Werror",
                              "-cl-std=CL1.1 -cl-uniform-work-group-size -Werror"})
    EXPECT_EQ(value("7", options), 7) << options;
}

TEST_F(OptionsTest, DebugInformation) {
  const char* source = "kernel void k(global int* out) { *out = 8; }";
  for (const char* options : {"", "-cl-opt-disable", "-cl-std=CLC++2021"})
    EXPECT_FALSE(sections(built(source, options)).contains(".debug_info")) << options;
  for (const char* options : {"-g", "-g -cl-opt-disable -cl-std=CL3.0", "-g -cl-std=CLC++2021"}) {
    Program program = built(source, options);
    EXPECT_EQ(run(program), 8) << options;
    for (const char* section : {".debug_info", ".debug_line"})
      EXPECT_GT(sections(program)[section], 0u) << options;
  }
}

TEST_F(OptionsTest, DebugInformationOfEvents) {
  Program program = built(
      "kernel void k(global int* out) { local int l[1]; *out = 8; event_t e = "
      "async_work_group_copy(l, out, 1, 0); wait_group_events(1, &e); *out = "
      "l[0] + 1; }",
      "-g");
  EXPECT_EQ(run(program), 9);
  EXPECT_EQ(log(program), "");
}

TEST_F(OptionsTest, WrongOnesHaveTheErrorOfTheirCall) {
  EXPECT_EQ(buildError("-cl-made-up"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(buildError("-cl-std=CL7"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(buildError("-D"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(buildError("-x spir -spir-std=1.2"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(buildError("-create-library"), CL_INVALID_BUILD_OPTIONS);
  Program program = make("kernel void k() {}");
  EXPECT_EQ(
      clCompileProgram(program, 0, nullptr, "-cl-made-up", 0, nullptr, nullptr, nullptr, nullptr),
      CL_INVALID_COMPILER_OPTIONS);
  EXPECT_NE(log(program).find("'-cl-made-up'"), std::string::npos);
  ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  cl_int error = 0;
  EXPECT_FALSE(clLinkProgram(context(), 0, nullptr, "-cl-opt-disable", 1, program.array(), nullptr,
                             nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_LINKER_OPTIONS);
  EXPECT_FALSE(clLinkProgram(context(), 0, nullptr, "-enable-link-options", 1, program.array(),
                             nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_LINKER_OPTIONS);
}

TEST_F(OptionsTest, CxxForOpenClHasTheFunctionsOfOpenClC) {
  for (const char* options : {"-cl-std=CLC++", "-cl-std=CLC++2021"}) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(value("printf(\"%d %s\\n\", (int)get_global_size(0), \"x\") + max(3, 4)", options),
              4);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "1 x\n");
    EXPECT_EQ(
        value("mad24(2, 3, 4) + (int)fma(x, y, 2.0f) + convert_int4((float4)(7.9f)).w", options),
        10 + 2 + 7);
  }
}

// Additions of OpenCL C 3.1 that are available without it: as extensions, and in printf.
TEST_F(OptionsTest, BitOperationsAndLengthModifiersOfOpenClC31InOlderVersions) {
  for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL1.2"}) {
    EXPECT_EQ(value("bitfield_insert(out[0], 0xff, 4u, 4u)", options), 0xf0);
    EXPECT_EQ(value("bit_reverse(out[0] + 1) == 0x80000000", options), 1);
    EXPECT_EQ(value("bitfield_extract_signed(out[0] + 0xf0, 4u, 4u)", options), -1);
  }
  testing::internal::CaptureStdout();
  value("printf(\"%zu %td %zx %d\\n\", sizeof(long), (ptrdiff_t)-5, (size_t)255, 6)",
        "-cl-std=CL3.0 -Werror");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "8 -5 ff 6\n");
}

}  // namespace
}  // namespace lanewise::test
