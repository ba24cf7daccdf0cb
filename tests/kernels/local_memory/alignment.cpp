// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables with `aligned` attributes above those of any type: of up to 4096 bytes they have their
// alignment, wherever they are, and with larger ones the program builds and they have 4096.

#include "device.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr unsigned kAlignments[] = {256, 1024, 4096, 8192, 65536};
constexpr unsigned kMostGiven = 4096;
constexpr size_t kItems = 64;

class Alignment : public ::testing::TestWithParam<unsigned> {
 protected:
  // The kernel `k` of the source, in which ALIGN is the attribute and GIVEN the multiple that
  // addresses must be of. It has the parameters out, in, and n, which is 3. in[i] is i.
  static std::vector<cl_int> resultsOf(const std::string& source, size_t localSize = 16) {
    const std::string options = "-cl-std=CL3.0 -D ALIGN=__attribute__((aligned(" +
                                std::to_string(GetParam()) +
                                "))) -D GIVEN=" + std::to_string(std::min(GetParam(), kMostGiven));
    cl_program program = TestDevice::get().sourceProgram(source, options);
    if (!program) return {};
    std::vector<cl_int> in(4096);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<cl_int>(i);
    const Buffer<cl_int> inBuffer(in), out(kItems);
    KernelCall(program, "alignment", "k")
        .add(out)
        .add(inBuffer)
        .add(cl_int{3})
        .run(range1(kItems, localSize));
    return out.read();
  }
  static std::vector<cl_int> numbers(auto numberOf) {
    std::vector<cl_int> result;
    for (size_t i = 0; i < kItems; ++i) result.push_back(numberOf(static_cast<cl_int>(i)));
    return result;
  }
};

TEST_P(Alignment, OfLocalVariables) {
  EXPECT_EQ(
      resultsOf(
          "kernel void k(global int *out, global const int *in, int n) {\n"
          "  local int before; local int s[16] ALIGN; local float4 t[16] ALIGN;\n"
          "  int l = get_local_id(0); s[l] = in[l] * n; t[l] = (float4)(in[l]); before = n;\n"
          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
          "  int wrong = ((size_t)s % GIVEN != 0) + ((size_t)t % GIVEN != 0);\n"
          "  out[get_global_id(0)] = s[15 - l] + (int)t[l ^ 1].w + before + 10000 * wrong; }\n"),
      numbers([](cl_int i) { return 3 * (15 - i % 16) + (i % 16 ^ 1) + 3; }));
}

TEST_P(Alignment, OfPrivateVariablesAcrossBarriers) {
  EXPECT_EQ(resultsOf("void note(int *p, int v) { *(volatile int *)p = v; }\n"
                      "kernel void k(global int *out, global const int *in, int n) {\n"
                      "  int i = get_global_id(0); int v ALIGN; int w[5] ALIGN; note(&v, in[i]);\n"
                      "  for (int j = 0; j < 5; ++j) w[j] = in[i] + j * n;\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                      "  int wrong = ((size_t)&v % GIVEN != 0);\n"
                      "  out[i] = v + w[n] + 10000 * wrong; }\n"),
            numbers([](cl_int i) { return 2 * i + 9; }));
}

TEST_P(Alignment, OfPrivateVectorsAcrossBarriers) {
  EXPECT_EQ(
      resultsOf(
          "kernel void k(global int *out, global const int *in, int n) {\n"
          "  int i = get_global_id(0); int4 v[3] ALIGN;\n"
          "  for (int j = 0; j < 3; ++j) v[j] = (int4)(in[i], j, n, in[i + j]);\n"
          "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
          "  int4 x = v[n - 1]; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = x.x + x.y + x.z + x.w + v[0].w; }\n"),
      numbers([](cl_int i) { return i + 2 + 3 + i + 2 + i; }));
}

TEST_P(Alignment, OfPrivateVariablesWithoutBarriers) {
  EXPECT_EQ(
      resultsOf("void note(int *p, int v) { *(volatile int *)p = v; }\n"
                "kernel void k(global int *out, global const int *in, int n) {\n"
                "  int i = get_global_id(0); int u; int v ALIGN; note(&u, n); note(&v, in[i]);\n"
                "  out[i] = u + v + 10000 * ((size_t)&v % GIVEN != 0); }\n"),
      numbers([](cl_int i) { return i + 3; }));
}

// More than the stack may have.
TEST_P(Alignment, OfLargePrivateArrays) {
  EXPECT_EQ(
      resultsOf(
          "kernel void k(global int *out, global const int *in, int n) {\n"
          "  int v[300] ALIGN; for (int j = 0; j < 300; ++j) v[j] = in[j] * n;\n"
          "  int w[1000] ALIGN; for (int j = 0; j < 1000; ++j) w[j] = v[j % 300] + in[get_global_id(0)];\n"
          "  out[get_global_id(0)] = v[n] + w[in[100 * n]]; }\n"),
      numbers([](cl_int i) { return 9 + i; }));
}

TEST_P(Alignment, OfConstantTables) {
  EXPECT_EQ(
      resultsOf(
          "constant int c[4] ALIGN = {1, 2, 3, 4}; constant int4 d[2] ALIGN = {(int4)(5), (int4)(6)};\n"
          "kernel void k(global int *out, global const int *in, int n) { int i = get_global_id(0);\n"
          "  int wrong = ((size_t)c % GIVEN != 0) + ((size_t)d % GIVEN != 0);\n"
          "  out[i] = c[i & 3] + d[i & 1].y + 10000 * wrong; }\n"),
      numbers([](cl_int i) { return 1 + i % 4 + 5 + i % 2; }));
}

TEST_P(Alignment, OfProgramScopeVariables) {
  EXPECT_EQ(
      resultsOf(
          "global int g[4] ALIGN = {7, 8, 9, 10};\n"
          "kernel void k(global int *out, global const int *in, int n) { int i = get_global_id(0);\n"
          "  out[i] = g[i & 3] + 10000 * ((size_t)g % GIVEN != 0); }\n"),
      numbers([](cl_int i) { return 7 + i % 4; }));
}

// Sizes and offsets are those of the source, and nothing relies on an alignment of the memory.
TEST_P(Alignment, OfStructuresBehindPointers) {
  EXPECT_EQ(
      resultsOf(
          "typedef struct { int a; float4 b; int c; } ALIGN T;\n"
          "kernel void copy(global T *to, local T *t, global const T *from) {\n"
          "  t[get_local_id(0)] = from[get_global_id(0)]; to[get_global_id(0)] = t[get_local_id(0)]; }\n"
          "kernel void k(global int *out, global const int *in, int n) {\n"
          "  int i = get_global_id(0); global const T *t = (global const T *)(in + 1 + i);\n"
          "  out[i] = t->a + as_int(t->b.y) + t->c + sizeof(T); }\n"),
      numbers([](cl_int i) { return 3 * i + 1 + 6 + 9 + static_cast<cl_int>(GetParam()); }));
}

TEST_P(Alignment, OfMembersOfPrivateStructures) {
  EXPECT_EQ(
      resultsOf(
          "typedef struct { int a; int b ALIGN; int c[3]; } S;\n"
          "int sum(S *s, int n) { return s->a + s->b + s->c[n - 1]; }\n"
          "kernel void k(global int *out, global const int *in, int n) { int i = get_global_id(0);\n"
          "  S s; s.a = in[i]; s.b = n; for (int j = 0; j < 3; ++j) s.c[j] = in[j];\n"
          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
          "  int right = (size_t)&((global S *)0)->b == sizeof(S) / 2;\n"
          "  out[i] = sum(&s, n) + 10000 * !right; }\n",
          8),
      numbers([](cl_int i) { return i + 5; }));
}

INSTANTIATE_TEST_SUITE_P(Above128Bytes, Alignment, ::testing::ValuesIn(kAlignments));

}  // namespace
}  // namespace kernels
