// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans of work-groups: every operation for every type, in groups of many sizes.
#include "work_group_functions/groups.h"

namespace kernels {
namespace {

const char* const kForms[] = {"work_group_reduce_", "work_group_scan_inclusive_",
                              "work_group_scan_exclusive_"};

std::string kernelText(const std::string& type, const std::string& function) {
  return "kernel void k_" + function + "(global const " + type + "* in, global " + type +
         "* out) {\n  out[me()] = " + function + "(in[me()]);\n}\n";
}

template <class T>
void expectEverywhere(const std::string& text, const std::string& function,
                      const Operation<T>& operation, const std::vector<Range>& ranges) {
  for (const Range& range : ranges) {
    std::vector<T> in = valuesFor<T>(operation.name, itemsOf(range));
    if (operation.name.starts_with("logical"))
      for (T& value : in) value = value != 0;
    const Buffer<T> inBuffer(in), out(in.size(), T(0));
    KernelCall(TestDevice::get().sourceProgram(kHead + text, kOptions), function, "k_" + function)
        .add(inBuffer)
        .add(out)
        .run(range);
    std::vector<T> actual = out.read();
    if (operation.name.starts_with("logical"))
      for (T& value : actual) value = value != 0;
    expectEqual(actual, expectedOf(function, operation, range, in), function, range);
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class T>
struct WorkGroupFunctions : testing::Test {};
TYPED_TEST_SUITE(WorkGroupFunctions, Types, TypeNames);

TYPED_TEST(WorkGroupFunctions, EveryOperation) {
  std::string text;
  for (const char* form : kForms)
    for (const auto& operation : operations<TypeParam>())
      text += kernelText(kTypeName<TypeParam>, form + operation.name);
  for (const char* form : kForms)
    for (const auto& operation : operations<TypeParam>()) {
      expectEverywhere<TypeParam>(text, form + operation.name, operation, someRanges());
      if (this->HasFatalFailure()) return;
    }
}

// Of a NaN and a number, SPIR-V chooses the number.
TYPED_TEST(WorkGroupFunctions, MinimumAndMaximumIgnoreNaN) {
  if constexpr (kIsFloat<TypeParam>) {
    for (const char* name : {"work_group_reduce_min", "work_group_reduce_max"}) {
      const Range range = range1(2 * 61, 61);
      std::vector<TypeParam> in(itemsOf(range), TypeParam(std::numeric_limits<float>::quiet_NaN()));
      in[17] = TypeParam(-2);
      in[61] = TypeParam(3);
      const Buffer<TypeParam> inBuffer(in), out(in.size(), TypeParam(0));
      const std::string text = kHead + kernelText(kTypeName<TypeParam>, name);
      KernelCall(TestDevice::get().sourceProgram(text, kOptions), name, std::string("k_") + name)
          .add(inBuffer)
          .add(out)
          .run(range);
      const std::vector<TypeParam> actual = out.read();
      for (size_t i = 0; i < actual.size(); ++i)
        ASSERT_EQ(actual[i], TypeParam(i < 61 ? -2 : 3)) << name << " of work-item " << i;
    }
  }
}

TEST(WorkGroupLogicalFunctions, EveryOperation) {
  const std::vector<Operation<int>> logical{
      {"logical_and", 1, [](int a, int b) { return a && b; }},
      {"logical_or", 0, [](int a, int b) { return a || b; }},
      {"logical_xor", 0, [](int a, int b) { return a ^ b; }},
  };
  std::string text;
  for (const char* form : kForms)
    for (const auto& operation : logical) text += kernelText("int", form + operation.name);
  for (const char* form : kForms)
    for (const auto& operation : logical)
      expectEverywhere<int>(text, form + operation.name, operation, someRanges());
}

// The order of a sum of floats is fixed: the same bits in every launch.
TEST(WorkGroupFunctionsOnFloat, TheSameSumInEveryLaunch) {
  const Range range = range1(1000, 250);
  std::mt19937 random(5);
  std::vector<float> in(1000);
  for (float& value : in) value = float(random()) / 977.0f;
  const std::string text = std::string(kHead) + kernelText("float", "work_group_reduce_add");
  std::vector<float> first;
  for (int launch = 0; launch < 3; ++launch) {
    const Buffer<float> inBuffer(in), out(in.size(), 0.0f);
    KernelCall(TestDevice::get().sourceProgram(text, kOptions), "sum", "k_work_group_reduce_add")
        .add(inBuffer)
        .add(out)
        .run(range);
    if (launch == 0) first = out.read();
    expectEqual(out.read(), first, "sum", range);
  }
  double sum = 0;
  for (size_t i = 0; i < 250; ++i) sum += in[i];
  EXPECT_NEAR(first[0], sum, sum * 1e-5);
}

}  // namespace
}  // namespace kernels
