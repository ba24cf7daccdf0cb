// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of kernels from source, as clGetKernelInfo, clGetKernelArgInfo and
// clGetKernelWorkGroupInfo return them.
#include "tests/frontend/source_fixture.h"

#include <array>

namespace lanewise::test {
namespace {

struct Argument {
  std::string type, name;
  cl_kernel_arg_address_qualifier address;
  cl_kernel_arg_type_qualifier qualifiers;
  bool operator==(const Argument&) const = default;
};

void PrintTo(const Argument& a, std::ostream* out) {
  *out << a.type << " " << a.name << " " << std::hex << a.address << " " << a.qualifiers;
}

struct KernelInfoTest : SourceProgramTest {
  std::string argumentText(cl_kernel kernel, cl_uint index, cl_kernel_arg_info query) {
    char text[256] = {};
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, query, sizeof text, text, nullptr), CL_SUCCESS);
    return text;
  }
  Argument argument(cl_kernel kernel, cl_uint index) {
    Argument found{argumentText(kernel, index, CL_KERNEL_ARG_TYPE_NAME),
                   argumentText(kernel, index, CL_KERNEL_ARG_NAME), 0, 0};
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                 sizeof found.address, &found.address, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER,
                                 sizeof found.qualifiers, &found.qualifiers, nullptr),
              CL_SUCCESS);
    cl_kernel_arg_access_qualifier access = 0;
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access,
                                 &access, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(access, cl_uint(CL_KERNEL_ARG_ACCESS_NONE));
    return found;
  }
  std::vector<Argument> arguments(cl_program program) {
    Kernel kernel = kernelOf(program);
    std::vector<Argument> all;
    const auto count = infoOf<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_NUM_ARGS);
    for (cl_uint i = 0; i < count; ++i) all.push_back(argument(kernel, i));
    return all;
  }
  std::string attributes(const std::string& declaration, const char* options = "") {
    Program program = built(declaration + " kernel void k() {}", options);
    return textOf(clGetKernelInfo, cl_kernel(kernelOf(program)), CL_KERNEL_ATTRIBUTES);
  }
};

constexpr cl_uint kGlobal = CL_KERNEL_ARG_ADDRESS_GLOBAL, kLocal = CL_KERNEL_ARG_ADDRESS_LOCAL,
                  kConstant = CL_KERNEL_ARG_ADDRESS_CONSTANT,
                  kPrivate = CL_KERNEL_ARG_ADDRESS_PRIVATE;
constexpr cl_ulong kConst = CL_KERNEL_ARG_TYPE_CONST, kRestrict = CL_KERNEL_ARG_TYPE_RESTRICT,
                   kVolatile = CL_KERNEL_ARG_TYPE_VOLATILE, kNone = CL_KERNEL_ARG_TYPE_NONE;

TEST_F(KernelInfoTest, ArgumentsAreAsDeclared) {
  EXPECT_EQ(arguments(built(R"(
typedef float4 color;
typedef struct { int a; float b; } pair;
struct tagged { int a; };
kernel void k(global const int* restrict in, global volatile uint* flags, local float4* scratch,
              constant color* colors, color shade, unsigned int count, const unsigned long wide,
              global unsigned char* bytes, pair both, global struct tagged* things,
              global int* const fixed, const global volatile short8* restrict all, half4 h) {}
)")),
            (std::vector<Argument>{{"int*", "in", kGlobal, kConst | kRestrict},
                                   {"uint*", "flags", kGlobal, kVolatile},
                                   {"float4*", "scratch", kLocal, kNone},
                                   {"color*", "colors", kConstant, kConst},
                                   {"color", "shade", kPrivate, kNone},
                                   {"uint", "count", kPrivate, kNone},
                                   {"ulong", "wide", kPrivate, kNone},
                                   {"uchar*", "bytes", kGlobal, kNone},
                                   {"pair", "both", kPrivate, kNone},
                                   {"structtagged*", "things", kGlobal, kNone},
                                   {"int*", "fixed", kGlobal, kNone},
                                   {"short8*", "all", kGlobal, kConst | kRestrict | kVolatile},
                                   {"half4", "h", kPrivate, kNone}}));
}

// The name was that of the type that __int128 is defined as.
TEST_F(KernelInfoTest, IntegersOf128BitsHaveTheNameOfTheSource) {
  const Program program = built(
      "#if __SIZEOF_INT128__ == 16\nkernel void k(unsigned __int128 a, global __int128* b) {}\n#endif");
  const Kernel kernel = kernelOf(program);
  EXPECT_EQ(argumentText(kernel, 0, CL_KERNEL_ARG_TYPE_NAME), "u__int128");
  EXPECT_EQ(argumentText(kernel, 1, CL_KERNEL_ARG_TYPE_NAME), "__int128*");
}

TEST_F(KernelInfoTest, TemplatesAreOneArgumentEach) {
  const std::vector<Argument> found =
      arguments(built("template <class A, class B> struct Pair { A a; B b; };\n"
                      "template struct Pair<int, float>;\n"
                      "kernel void k(global Pair<int, float>* pairs, int last) {}",
                      "-cl-std=CLC++2021"));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].type, "Pair<int,float>*");
  EXPECT_EQ(found[1].type, "int");
}

TEST_F(KernelInfoTest, ArgumentsSurviveALink) {
  Program part = make("kernel void k(global const float2* restrict data, local uchar* s) {}");
  ASSERT_EQ(clCompileProgram(part, 0, nullptr, "-cl-kernel-arg-info", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_SUCCESS);
  Program other = make("void f() {}");
  ASSERT_EQ(clCompileProgram(other, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program inputs[] = {part, other};
  Program whole(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, nullptr));
  EXPECT_EQ(arguments(whole),
            (std::vector<Argument>{{"float2*", "data", kGlobal, kConst | kRestrict},
                                   {"uchar*", "s", kLocal, kNone}}));
}

TEST_F(KernelInfoTest, AttributesAreAsDeclared) {
  EXPECT_EQ(attributes(""), "");
  EXPECT_EQ(attributes("__attribute__((reqd_work_group_size(8, 2, 1)))"),
            "reqd_work_group_size(8,2,1)");
  EXPECT_EQ(attributes("#define N 4\n__attribute__((work_group_size_hint(N, N * 2, 1)))"),
            "work_group_size_hint(4,8,1)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(uint4)))"), "vec_type_hint(uint4)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint( char16 )))"), "vec_type_hint(char16)");
}

TEST_F(KernelInfoTest, SeveralAttributesKeepTheirOrder) {
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(float2), work_group_size_hint(1,1,1)))\n"
                       "__attribute__((reqd_work_group_size(1,1,1)))"),
            "vec_type_hint(float2) work_group_size_hint(1,1,1) reqd_work_group_size(1,1,1)");
}

TEST_F(KernelInfoTest, RequiredSizeIsTold) {
  Program program = built("kernel __attribute__((reqd_work_group_size(4, 3, 2))) void k() {}");
  Kernel kernel = kernelOf(program);
  std::array<size_t, 3> size{};
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof size, size.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(size, (std::array<size_t, 3>{4, 3, 2}));
  const size_t global = 12, local = 6;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
      CL_INVALID_WORK_GROUP_SIZE);
}

// It was always 0.
TEST_F(KernelInfoTest, PrivateMemoryIsThatOfVariablesInMemoryAndOfWhatCrossesBarriers) {
  const auto privateBytes = [this](const char* source) {
    Program program = built(source);
    Kernel kernel = kernelOf(program);
    cl_ulong bytes = ~cl_ulong(0);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes,
                                       &bytes, nullptr),
              CL_SUCCESS);
    return bytes;
  };
  EXPECT_EQ(privateBytes("kernel void k(global int* p) { p[get_global_id(0)] += 1; }"), 0u);
  const cl_ulong ofArray = privateBytes(R"(
      kernel void k(global int* p, int n) {
        int a[100];
        for (int i = 0; i < 100; ++i) a[i] = p[i];
        p[get_global_id(0)] = a[n];
      })");
  EXPECT_EQ(ofArray, 400u);
  const cl_ulong ofValue = privateBytes(R"(
      kernel void k(global int* p, local int* l) {
        const int value = p[get_global_id(0)];
        l[get_local_id(0)] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        p[get_global_id(0)] = l[0] + value;
      })");
  EXPECT_EQ(ofValue, 4u);
}

TEST_F(KernelInfoTest, RequiredSubGroupSizeIsOneThatTheDeviceHas) {
  Program program = make("__attribute__((intel_reqd_sub_group_size(3))) kernel void k() {}");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(
      log(program).find(
          "program.cl:1:59: error: unsupported: required sub-groups of 3 work-items (supported sizes: "),
      std::string::npos)
      << log(program);
  EXPECT_EQ(attributes("__attribute__((intel_reqd_sub_group_size(1)))"),
            "intel_reqd_sub_group_size(1)");
}

}  // namespace
}  // namespace lanewise::test
