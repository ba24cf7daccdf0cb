// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program-scope variables: initializers, addresses in them, storage, modules, constructors.
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS  // clSetProgramReleaseCallback

#include "tests/frontend/source_fixture.h"

#include <algorithm>
#include <cmath>

namespace lanewise::test {
namespace {

struct VariablesTest : SourceProgramTest {
  /// Compiles each source with -cl-std=CL3.0 and the options, and links them.
  Program linked(const std::vector<std::string>& sources, const char* compileOptions = "",
                 const char* linkOptions = "") {
    std::vector<Program> programs;
    std::vector<cl_program> handles;
    const std::string options = std::string("-cl-std=CL3.0 ") + compileOptions;
    for (const std::string& source : sources) {
      programs.push_back(make(source));
      handles.push_back(programs.back());
      EXPECT_EQ(clCompileProgram(handles.back(), 0, nullptr, options.c_str(), 0, nullptr, nullptr,
                                 nullptr, nullptr),
                CL_SUCCESS)
          << log(handles.back());
    }
    return link(handles, linkOptions);
  }
  Program link(const std::vector<cl_program>& programs, const char* options = "") {
    cl_int error = 1;
    Program whole(clLinkProgram(context(), 0, nullptr, options, cl_uint(programs.size()),
                                programs.data(), nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << (whole ? log(whole) : std::string());
    return whole;
  }
  size_t variableBytes(cl_program program) {
    size_t bytes = 1;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                    sizeof bytes, &bytes, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  cl_bool programBool(cl_program program, cl_program_info query) {
    return infoOf<cl_bool>(clGetProgramInfo, program, query);
  }
};

constexpr const char* kAddresses = R"(
typedef struct { int a; int b[3]; char c[5]; } Item;
__global int table[4] = {10, 11, 12, 13};
__global int* second = &table[2];
__global int* end = &table[4];
__global Item item = {1, {2, 3, 4}, "abcd"};
__global char* letter = &item.c[2];
__global int matrix[3][4] = {{0}, {0, 0, 77, 0}};
__global int* cell = &matrix[1][2];
__global Item items[3] = {{5}, {6}, {7, {8, 9, 10}}};
__global int* inner = &items[2].b[1];
__global char* odd = (__global char*)table + 5;
__global ulong number = (ulong)&items[1].b[1];
constant int fixed_table[4] = {40, 41, 42, 43};
constant int* constant fixed_cell = &fixed_table[1];
__global int* __global* __global indirect = &second;
kernel void k(global int* out) {
  out[0] = *second;
  out[1] = end - table;
  out[2] = *letter;
  out[3] = *cell;
  out[4] = *inner;
  out[5] = odd - (__global char*)table;
  out[6] = number == (ulong)&items[1].b[1];
  out[7] = *fixed_cell;
  out[8] = **indirect;
}
)";

TEST_F(VariablesTest, InitializersMayHoldAddressesInsideOfOthers) {
  for (const char* options :
       {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable", "-cl-std=CLC++2021"})
    EXPECT_EQ(runOver(built(kAddresses, options), 9),
              (std::vector<cl_int>{12, 4, 'c', 77, 9, 5, 1, 41, 12}))
        << options;
}

constexpr const char* kTables = R"(
constant const char* constant texts[2] = {"ab", "cd"};
constant const char* constant uneven[3] = {"ab", "cde", "f"};
constant int a = 1, b = 2;
constant int* constant cells[3] = {&a, &b, &a};
typedef struct { constant int* cell; constant const char* text; int number; } Row;
constant Row rows[2] = {{&a, "ef", 5}, {&b, "gh", 6}};
kernel void k(global int* out) {
  const constant char* names[] = {"one", "two", "six"};
  size_t n = out[0] + 1;
  out[0] = texts[n][0];
  out[1] = uneven[n][2];
  out[2] = *cells[n];
  out[3] = names[n][1];
  out[4] = *rows[n].cell + rows[n].text[0] + rows[n].number;
}
)";

TEST_F(VariablesTest, TablesMayHoldAddressesOfVariablesOfOneType) {
  for (const char* options : {"", "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable",
                              "-cl-std=CLC++2021", "-cl-std=CL3.0 -g"})
    EXPECT_EQ(runOver(built(kTables, options), 5),
              (std::vector<cl_int>{'c', 'e', 2, 'w', 2 + 'g' + 6}))
        << options;
}

TEST_F(VariablesTest, TablesMayHoldAddressesInGlobalMemory) {
  EXPECT_EQ(run(built("__global int a = 1, b = 2; __global int* __global cells[2] = {&a, &b};"
                      "kernel void k(global int* out) { *out = *cells[*out + 1]; }",
                      "-cl-std=CL3.0")),
            2);
}

TEST_F(VariablesTest, AnnotationsChangeNothing) {
  EXPECT_EQ(run(built("__attribute__((annotate(\"text\"))) __global int v = 3;"
                      "__attribute__((annotate(\"text\"))) constant float c = 4;"
                      "kernel void k(global int* out) { *out = v + (int)sin(c * *out); }",
                      "-cl-std=CL3.0")),
            3);
}

TEST_F(VariablesTest, MayBeMarkedAsUsed) {
  EXPECT_EQ(run(built("__attribute__((used)) __global int v = 3; __attribute__((used)) static int "
                      "f(int x) { return x; } kernel void k(global int* out) { *out = v; }",
                      "-cl-std=CL3.0")),
            3);
}

TEST_F(VariablesTest, ConstexprArraysOfCxxHaveTheirElements) {
  const char* text = R"(
constexpr int table[4] = {1, 2, 3, 4};
struct S { static constexpr int values[3] = {70, 80, 90}; };
kernel void k(global int* out) {
  static constexpr float halves[2] = {1.5f, 2.5f};
  int n = *out + 1;
  *out = table[n] + S::values[n] + (int)(2 * halves[n]);
})";
  for (const char* options : {"-cl-std=CLC++2021", "-cl-std=CLC++2021 -g"})
    EXPECT_EQ(run(built(text, options)), 2 + 80 + 5) << options;
}

TEST_F(VariablesTest, TablesMayHaveMoreElementsThanAnInstructionHasWords) {
  std::string text = "constant int table[70000] = {";
  for (int i = 0; i < 70000; ++i) text += std::to_string(i % 4999) + ",";
  text += "}; kernel void k(global int* out) { *out = table[*out + 69998] + table[*out + 65540]; }";
  EXPECT_EQ(run(built(text)), 69998 % 4999 + 65540 % 4999);
}

TEST_F(VariablesTest, LongTablesMayHoldAddresses) {
  EXPECT_EQ(run(built("constant int a = 5, b = 6; constant int* constant table[70000] = {[3] = &a, "
                      "[69990] = &b, [69999] = &a}; kernel void k(global int* out) { "
                      "*out = *table[*out + 69990] * 10 + *table[*out + 69999]; }")),
            65);
  EXPECT_EQ(run(built("constant int b = 6; constant int* constant table[70000] = {[69990] = &b}; "
                      "kernel void k(global int* out) { *out = *table[*out + 69990]; }")),
            6);
}

TEST_F(VariablesTest, InitializersInACircleAreRefusedByName) {
  Program program = make("__global void* __global self = &self; kernel void k() {}");
  EXPECT_EQ(build(program, "-cl-std=CL3.0"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("the initializer of 'self'"), std::string::npos) << log(program);
}

TEST_F(VariablesTest, ACircleBehindAnEqualInitializerIsRefused) {
  Program program = make(
      "struct N { __global struct N* next; };"
      "extern __global struct N a, b;"
      "__global struct N* __global first = &a;"  // so that Clang writes `a` before `b`
      "__global struct N a = {&b};"
      "__global struct N b = {&b};"
      "kernel void k(__global ulong* out) { *out = (ulong)a.next; }");
  EXPECT_EQ(build(program, "-cl-std=CL3.0"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("refers to variables whose initializers"), std::string::npos)
      << log(program);
}

TEST_F(VariablesTest, KeepTheirValuesFromOneKernelToTheNext) {
  Program program = built(
      "__global int count = 5; kernel void k(global int* out) "
      "{ *out = ++count; }",
      "-cl-std=CL3.0");
  EXPECT_EQ(run(program), 6);
  EXPECT_EQ(run(program), 7);
}

TEST_F(VariablesTest, BelongToOneProgram) {
  const char* source = "__global int count = 5; kernel void k(global int* out) { *out = ++count; }";
  EXPECT_EQ(run(built(source, "-cl-std=CL3.0")), 6);
  EXPECT_EQ(run(built(source, "-cl-std=CL3.0")), 6);
}

TEST_F(VariablesTest, StorageIsTold) {
  EXPECT_EQ(variableBytes(built("kernel void k() {}", "-cl-std=CL3.0")), 0u);
  EXPECT_EQ(variableBytes(built("constant int c[4] = {1}; kernel void k(global int* out) "
                                "{ *out = c[get_global_id(0)]; }",
                                "-cl-std=CL3.0")),
            0u);
  EXPECT_EQ(variableBytes(built("__global int a[100]; __global double b; kernel void k(global int* "
                                "out) { out[0] = a[out[1]] + b; }",
                                "-cl-std=CL3.0")),
            408u);
}

TEST_F(VariablesTest, FunctionsAndVariablesOfOtherModulesAreFound) {
  Program program = linked({R"(
extern __global int shared_value;
extern constant int factors[2];
int scaled(int);
kernel void k(global int* out) { out[0] = scaled(shared_value); out[1] = factors[1]; }
)",
                            R"(
__global int shared_value = 6;
constant int factors[2] = {7, 8};
int scaled(int x) { return x * factors[0]; }
)"});
  EXPECT_EQ(runOver(program, 2), (std::vector<cl_int>{42, 8}));
}

TEST_F(VariablesTest, NamesBeyondAsciiAreLinked) {
  Program program = linked({R"(
extern constant int größe, größer[2];
int ä(int), ö(int), 四倍にする(int);
kernel void größen(global int* out) { out[0] = größe; out[1] = größer[1]; }
kernel void grüßen(global int* out) { out[0] = ä(1); out[1] = ö(1); }
kernel void k(global int* ö) { ö[0] = 四倍にする(3); }
)",
                            R"(
constant int größe = 6, größer[2] = {7, 8};
int ä(int x) { return x + 1; }
int ö(int x) { return x + 2; }
int 四倍にする(int x) { return 4 * x; }
)"});
  EXPECT_EQ(run(program), 12);
  EXPECT_EQ(runOver(program, 2, "größen"), (std::vector<cl_int>{6, 8}));
  EXPECT_EQ(runOver(program, 2, "grüßen"), (std::vector<cl_int>{2, 3}));
  EXPECT_EQ(textOf(clGetProgramInfo, cl_program(program), CL_PROGRAM_KERNEL_NAMES),
            "größen;grüßen;k");
}

TEST_F(VariablesTest, StaticFunctionsOfOneNameInTwoModulesAreTwo) {
  Program program = linked({R"(
static __attribute__((noinline)) int value(int x) { return x + 1; }
int other(int);
kernel void k(global int* out) { out[0] = value(10); out[1] = other(10); }
)",
                            R"(
static __attribute__((noinline)) int value(int x) { return x + 2; }
int other(int x) { return value(x); }
)"});
  EXPECT_EQ(runOver(program, 2), (std::vector<cl_int>{11, 12}));
}

TEST_F(VariablesTest, WhatNoModuleHasIsNamed) {
  Program program = make("int absent(int); kernel void k(global int* out) { *out = absent(1); }");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("absent"), std::string::npos) << log(program);
}

TEST_F(VariablesTest, LibrariesAreLinkedLater) {
  Program part = make("int answer() { return 42; }");
  ASSERT_EQ(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  Program library = link({part}, "-create-library -enable-link-options");
  cl_program_binary_type type = 0;
  clGetProgramBuildInfo(library, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
  EXPECT_EQ(type, cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  Program user = make("int answer(); kernel void k(global int* out) { *out = answer(); }");
  ASSERT_EQ(clCompileProgram(user, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(run(link({library, user}, "-cl-fast-relaxed-math")), 42);
}

// x - x is 0 only if no infinity is expected.
TEST_F(VariablesTest, LibrariesTakeLinkOptionsOnlyIfTheySaySo) {
  const auto difference = [&](const char* libraryOptions) {
    Program part = make("float zero(float x) { return x - x; }");
    EXPECT_EQ(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    Program library = link({part}, libraryOptions);
    Program user = make(
        "float zero(float); kernel void k(global float* out) "
        "{ *out = zero(1 / *out); }");
    EXPECT_EQ(clCompileProgram(user, 0, nullptr, "-cl-fast-relaxed-math", 0, nullptr, nullptr,
                               nullptr, nullptr),
              CL_SUCCESS);
    return runOver<cl_float>(link({library, user}, "-cl-fast-relaxed-math"), 1)[0];
  };
  EXPECT_TRUE(std::isnan(difference("-create-library")));
  EXPECT_EQ(difference("-create-library -enable-link-options"), 0);
}

constexpr const char* kConstructors = R"(
struct Counted {
  int value;
  Counted(int from) : value(from + 1) {}
};
int twice(int x) { return 2 * x; }
Counted first(get_global_size(0) + 9);
int second = twice(first.value);
Counted* pointer = &first;
kernel void k(global int* out) {
  out[0] = first.value++;
  out[1] = second;
  out[2] = pointer == &first;
}
)";

TEST_F(VariablesTest, ConstructorsRunOnceBeforeTheKernels) {
  Program program = built(kConstructors, "-cl-std=CLC++2021");
  EXPECT_EQ(runOver(program, 3), (std::vector<cl_int>{11, 22, 1}));
  EXPECT_EQ(runOver(program, 3), (std::vector<cl_int>{12, 22, 1}));
  EXPECT_EQ(runOver(built(kConstructors, "-cl-std=CLC++2021"), 3),
            (std::vector<cl_int>{11, 22, 1}));
}

TEST_F(VariablesTest, ConstructorsAreNoKernels) {
  Program program = built(kConstructors, "-cl-std=CLC++");
  EXPECT_EQ(textOf(clGetProgramInfo, cl_program(program), CL_PROGRAM_KERNEL_NAMES), "k");
  EXPECT_EQ(infoOf<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_KERNELS), 1u);
  EXPECT_EQ(programBool(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT), cl_bool(CL_TRUE));
  EXPECT_EQ(programBool(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT), cl_bool(CL_FALSE));
  EXPECT_EQ(programBool(built("kernel void k() {}"), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool(CL_FALSE));
}

TEST_F(VariablesTest, ConstructorsOfSeveralModulesAllRun) {
  std::vector<cl_program> inputs;
  std::vector<Program> programs;
  for (const char* source :
       {"int f(int x) { return x + 1; } int a = f(1); extern int b; kernel void "
        "k(global int* out) { out[0] = a; out[1] = b; }",
        "int g(int x) { return x + 2; } int b = g(1);"}) {
    programs.push_back(make(source));
    inputs.push_back(programs.back());
    ASSERT_EQ(clCompileProgram(inputs.back(), 0, nullptr, "-cl-std=CLC++2021", 0, nullptr, nullptr,
                               nullptr, nullptr),
              CL_SUCCESS)
        << log(inputs.back());
  }
  EXPECT_EQ(runOver(link(inputs), 2), (std::vector<cl_int>{2, 3}));
}

/// Memory that destructors of a program write to: the number of records, and the records.
class Records {
 public:
  explicit Records(cl_context context)
      : context_(context),
        numbers_(static_cast<cl_int*>(
            clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 256, 0))) {
    std::fill_n(numbers_, 64, 0);
  }
  ~Records() { clSVMFree(context_, numbers_); }
  cl_int* address() const { return numbers_; }
  std::vector<cl_int> all() const { return {numbers_ + 1, numbers_ + 1 + numbers_[0]}; }

 private:
  cl_context context_;
  cl_int* numbers_;
};

constexpr const char* kDestroyed = R"(
global int* records;
struct Item {
  int id;
  Item(int given) : id(given) {}
  ~Item() { records[++*records] = id; }
};
struct Other {
  int id;
  Other(int given) __global : id(given) {}
  ~Other() __global { records[++*records] = id; }
};
)";

struct DestructorsTest : VariablesTest {
  Records records{context()};

  /// Runs the kernel of the program, which stores the address of the records, and leaves it.
  void runWithRecords(const Program& program) {
    const Kernel kernel = kernelOf(program);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, records.address()), CL_SUCCESS);
    const size_t one = 1;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  }
  Program builtWith(const std::string& text, const std::string& options = "") {
    return built(std::string(kDestroyed) + text + "kernel void k(global int* to) { records = to; }",
                 "-cl-std=CLC++2021 " + options);
  }
};

TEST_F(DestructorsTest, RunInReverseOrderWhenTheProgramGoes) {
  for (const char* options : {"", "-cl-opt-disable", "-g"}) {
    Program program = builtWith(R"(
      Item a(1);
      int plain = 5;
      namespace inner { Other b(2), c(3); }
      Item array[3] = {Item(4), Item(5), Item(6)};
      static Item last(7);
    )",
                                options);
    EXPECT_EQ(log(program), "") << options;
    EXPECT_TRUE(programBool(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
    std::fill_n(records.address(), 64, 0);
    runWithRecords(program);
    EXPECT_EQ(records.all(), std::vector<cl_int>()) << options;
    program.reset();
    EXPECT_EQ(records.all(), (std::vector<cl_int>{7, 6, 5, 4, 3, 2, 1})) << options;
  }
}

TEST_F(DestructorsTest, RunForObjectsThatConstantsInitialize) {
  Program program = builtWith(R"(
    struct Fixed { int id; constexpr Fixed(int given) : id(given) {} ~Fixed() { records[++*records] = id; } };
    Fixed a(1);
    Item b(2);
    Fixed c(3);
  )");
  runWithRecords(program);
  program.reset();
  EXPECT_EQ(records.all(), (std::vector<cl_int>{3, 2, 1}));
}

TEST_F(DestructorsTest, RunOnceForEachBuildAndBeforeTheCallbacksOfTheProgram) {
  Program program = builtWith("Item a(1);");
  runWithRecords(program);
  struct Seen {
    const Records& records;
    std::vector<std::vector<cl_int>> then;  // at each call
    std::string order;
  } seen{records, {}, {}};
  const auto first = [](cl_program, void* user) {
    auto& to = *static_cast<Seen*>(user);
    to.then.push_back(to.records.all());
    to.order += '1';
  };
  const auto second = [](cl_program, void* user) { static_cast<Seen*>(user)->order += '2'; };
  ASSERT_EQ(clSetProgramReleaseCallback(program, first, &seen), CL_SUCCESS);
  ASSERT_EQ(clSetProgramReleaseCallback(program, second, &seen), CL_SUCCESS);
  // The code of the first build goes.
  ASSERT_EQ(build(program, "-cl-std=CLC++2021 -DOTHER"), CL_SUCCESS);
  EXPECT_EQ(records.all(), std::vector<cl_int>{1});
  runWithRecords(program);
  program.reset();
  waitForCallbacks();
  EXPECT_EQ(seen.order, "21");
  ASSERT_EQ(seen.then.size(), 1u);
  EXPECT_EQ(seen.then[0], (std::vector<cl_int>{1, 1}));
}

TEST_F(DestructorsTest, OfObjectsWithAPriorityDidNotRun) {
  Program program = builtWith(
      "Item a(1); __attribute__((init_priority(300))) Other b(2), c(3); Item d(4); "
      "__attribute__((init_priority(200))) Other e(5);");
  EXPECT_EQ(log(program), "");
  runWithRecords(program);
  program.reset();
  EXPECT_EQ(records.all(), (std::vector<cl_int>{4, 1, 3, 2, 5}));
}

TEST_F(DestructorsTest, OfStaticObjectsRunIfTheyAreConstructed) {
  Program program = built(std::string(kDestroyed) + R"(
    Item a(1);
    inline Item b(2);
    namespace inner { inline Other c(3); }
    void never() { static Item d(4); }
    void always(int id) { static Item e(id); static Other f(id + 1); }
    kernel void k(global int* to) { records = to; if (get_global_size(0) == 2) never(); always(5); })",
                          "-cl-std=CLC++2021");
  EXPECT_EQ(log(program), "");
  runWithRecords(program);
  EXPECT_EQ(records.all(), std::vector<cl_int>());
  program.reset();
  std::vector<cl_int> found = records.all();
  EXPECT_EQ(found.back(), 1) << "the object that is constructed in the order of declaration";
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<cl_int>{1, 2, 3, 5, 6}));
}

TEST_F(DestructorsTest, OfStaticObjectsRanInTheOrderOfConstruction) {
  const std::pair<const char*, std::vector<cl_int>> bodies[] = {
      {"static Item a(1); static Item b(2); static Item c(3);", {3, 2, 1}},
      {"if (one) late(4); static Item a(1); if (!one) late(4); late(4);", {4, 1}},
      {"static P p{Item(5), Item(6)};", {6, 5}},
      {"static P p{Item(5), one > 7 ? 1 : Item(8).id};", {8, 8, 5}},
      {"of<1>(); of<2>(); of<1>();", {2, 1}}};
  for (const auto& [body, expected] : bodies) {
    Program program = built(std::string(kDestroyed) + R"(
      struct P { const Item& a; Item b; };
      void late(int id) { static Item one(id); }
      template <int n> void of() { static Item one(n); }
      kernel void k(global int* to) { records = to; int one = get_global_size(0) == 2; )" +
                                body + "}",
                            "-cl-std=CLC++2021");
    EXPECT_EQ(log(program), "") << body;
    std::fill_n(records.address(), 64, 0);
    runWithRecords(program);
    program.reset();
    EXPECT_EQ(records.all(), expected) << body;
  }
}

TEST_F(DestructorsTest, ThatDoNotRunAreWarnedOf) {
  Program program = builtWith(
      "namespace { struct Own {}; } template <class T> struct Of { static Item one; }; "
      "template <class T> Item Of<T>::one(2); int use() { return Of<Own>::one.id; }");
  EXPECT_NE(log(program).find("warning: destructors of some objects do not run"), std::string::npos)
      << log(program);
  runWithRecords(program);
  program.reset();
  EXPECT_EQ(records.all(), std::vector<cl_int>());
}

TEST_F(DestructorsTest, OfTemporariesRanOnOtherObjects) {
  const std::pair<const char*, std::vector<cl_int>> programs[] = {
      {"const Item& r = Item(5); Item b(7);", {7, 5}},
      {"struct P { Item&& a; }; P p{Item(5)}; Item b(7);", {7, 5}},
      {"struct P { const Item& a; Item c; }; P p{Item(5), Item(6)};", {6, 5}},
      {"int f() { static const Item& r = Item(8); return r.id; } int g = f(); Item b(9);", {8, 9}}};
  for (const auto& [text, expected] : programs) {
    Program program = builtWith(text);
    EXPECT_EQ(log(program), "") << text;
    std::fill_n(records.address(), 64, 0);
    runWithRecords(program);
    program.reset();
    EXPECT_EQ(records.all(), expected) << text;
  }
}

TEST_F(DestructorsTest, RunForEachOfSeveralModules) {
  std::vector<Program> programs;
  std::vector<cl_program> handles;
  const std::string second =
      "extern global int* records; struct Second { int id; Second(int given) : id(given) {} "
      "~Second() { records[++*records] = 10 * id; } }; Second b(2);";
  for (const std::string& text :
       {std::string(kDestroyed) + "Item a(1); kernel void k(global int* to) { records = to; }",
        second}) {
    programs.push_back(make(text));
    handles.push_back(programs.back());
    ASSERT_EQ(clCompileProgram(handles.back(), 0, nullptr, "-cl-std=CLC++2021", 0, nullptr, nullptr,
                               nullptr, nullptr),
              CL_SUCCESS)
        << log(handles.back());
  }
  Program whole = link(handles);
  runWithRecords(whole);
  whole.reset();
  // The order of the modules is open.
  std::vector<cl_int> found = records.all();
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<cl_int>{1, 20}));
}

}  // namespace
}  // namespace lanewise::test
