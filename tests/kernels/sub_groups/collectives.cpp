// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans: every operation for every type, with all work-items and with some active,
// and in clusters of every size.
#include "sub_groups/sub_groups.h"

#include <algorithm>
#include <functional>

namespace kernels {
namespace {

template <class T>
struct Operation {
  std::string name;
  T identity;
  std::function<T(T, T)> apply;
};

template <class T>
T largest() {
  if constexpr (kIsFloat<T>)
    return T(std::numeric_limits<float>::infinity());
  else
    return std::numeric_limits<T>::max();
}
template <class T>
T smallest() {
  if constexpr (kIsFloat<T>)
    return T(-std::numeric_limits<float>::infinity());
  else
    return std::numeric_limits<T>::min();
}

template <class T>
std::vector<Operation<T>> operations() {
  std::vector<Operation<T>> all{
      {"add", T(0), [](T a, T b) { return T(a + b); }},
      {"min", largest<T>(), [](T a, T b) { return std::min(a, b); }},
      {"max", smallest<T>(), [](T a, T b) { return std::max(a, b); }},
      {"mul", T(1), [](T a, T b) { return T(a * b); }},
  };
  if constexpr (!kIsFloat<T>) {
    all.push_back({"and", T(~T(0)), [](T a, T b) { return T(a & b); }});
    all.push_back({"or", T(0), [](T a, T b) { return T(a | b); }});
    all.push_back({"xor", T(0), [](T a, T b) { return T(a ^ b); }});
  }
  return all;
}

enum class Kind { Reduce, Inclusive, Exclusive };

struct Form {
  const char* name;  // before the operation
  Kind kind;
  bool everyone;  // all work-items are active
  bool clustered;
};
constexpr Form kForms[] = {
    {"sub_group_reduce_", Kind::Reduce, true, false},
    {"sub_group_scan_inclusive_", Kind::Inclusive, true, false},
    {"sub_group_scan_exclusive_", Kind::Exclusive, true, false},
    {"sub_group_non_uniform_reduce_", Kind::Reduce, false, false},
    {"sub_group_non_uniform_scan_inclusive_", Kind::Inclusive, false, false},
    {"sub_group_non_uniform_scan_exclusive_", Kind::Exclusive, false, false},
    {"sub_group_clustered_reduce_", Kind::Reduce, false, true},
};

bool isBasic(const std::string& operation) {
  return operation == "add" || operation == "min" || operation == "max";
}

std::string kernelText(const std::string& type, const Form& form, const std::string& operation) {
  const std::string function = form.name + operation;
  return "kernel void k_" + function + "(global const " + type +
         "* in, global const uchar* active, global " + type +
         "* out) {\n  const size_t i = get_global_id(0);\n  if (active[i]) out[i] = " + function +
         "(in[i]" + (form.clustered ? ", CLUSTER" : "") + ");\n}\n";
}

/// Products remain small for types that are not exact.
template <class T>
std::vector<T> inputFor(const std::string& operation, size_t count, bool truths) {
  std::vector<T> values = valuesFor<T>(count, uint32_t(count) + operation[0]);
  for (size_t i = 0; i < count; ++i) {
    if (kIsFloat<T> && operation == "mul") values[i] = T(i % 16 == 3 ? 2 : int(i % 3) - 1 ? 1 : -1);
    if (truths) values[i] = T(i % 5 < 3 ? 0 : int(i));
  }
  return values;
}

/// `truth`: every nonzero number is equal.
template <class T>
void expectForm(const Form& form, const Operation<T>& operation, const std::string& text,
                uint32_t cluster, bool truth = false) {
  const Launch& launch = someSmallerSubGroups();
  const std::vector<uint8_t> active = takePart(launch, form.everyone, 7);
  const std::vector<T> in = inputFor<T>(operation.name, launch.items(), truth);
  const Buffer<T> inBuffer(in), out(launch.items(), T(0));
  const Buffer<uint8_t> activeBuffer(active);
  const std::string function = form.name + operation.name;
  KernelCall(TestDevice::get().sourceProgram(
                 kHead + text, std::string(kOptions) + " -DCLUSTER=" + std::to_string(cluster)),
             function, "k_" + function)
      .add(inBuffer)
      .add(activeBuffer)
      .add(out)
      .run(launch.range);
  const std::vector<T> told = out.read();
  const auto number = [&](T value) { return truth ? T(value != T(0)) : value; };
  for (const auto& members : launch.subGroups)
    for (uint32_t lane = 0; lane < members.size(); ++lane) {
      if (!active[members[lane]]) continue;
      const uint32_t first = form.clustered ? lane / cluster * cluster : 0;
      const uint32_t last = form.kind == Kind::Exclusive   ? lane
                            : form.kind == Kind::Inclusive ? lane + 1
                            : form.clustered ? std::min<uint32_t>(first + cluster, members.size())
                                             : uint32_t(members.size());
      T expected = operation.identity;
      for (uint32_t other = first; other < last; ++other)
        if (active[members[other]])
          expected = operation.apply(expected, number(in[members[other]]));
      ASSERT_EQ(number(told[members[lane]]), expected)
          << function << "(" << kTypeName<T> << ") of work-item " << members[lane] << ", cluster "
          << cluster << ": " << shown(told[members[lane]]) << ", expected " << shown(expected);
    }
}

template <class T>
struct SubGroupCollectives : testing::Test {};
TYPED_TEST_SUITE(SubGroupCollectives, Types, TypeNames);

TYPED_TEST(SubGroupCollectives, EveryOperation) {
  std::string text;
  for (const Form& form : kForms)
    for (const auto& operation : operations<TypeParam>())
      if (!form.everyone || isBasic(operation.name))
        text += kernelText(kTypeName<TypeParam>, form, operation.name);
  for (const Form& form : kForms)
    for (const auto& operation : operations<TypeParam>()) {
      if (form.everyone && !isBasic(operation.name)) continue;
      const uint32_t largest = form.clustered ? someSmallerSubGroups().maxSize : 1;
      for (uint32_t cluster = 1; cluster <= largest; cluster *= 2)
        expectForm<TypeParam>(form, operation, text, cluster);
      if (this->HasFatalFailure()) return;
    }
}

TEST(SubGroupLogicalCollectives, EveryOperation) {
  const std::vector<Operation<int>> logical{
      {"logical_and", 1, [](int a, int b) { return a && b; }},
      {"logical_or", 0, [](int a, int b) { return a || b; }},
      {"logical_xor", 0, [](int a, int b) { return a ^ b; }},
  };
  std::string text;
  for (const Form& form : kForms)
    for (const auto& operation : logical)
      if (!form.everyone) text += kernelText("int", form, operation.name);
  for (const Form& form : kForms)
    for (const auto& operation : logical) {
      if (form.everyone) continue;
      const uint32_t largest = form.clustered ? someSmallerSubGroups().maxSize : 1;
      for (uint32_t cluster = 1; cluster <= largest; cluster *= 2)
        expectForm<int>(form, operation, text, cluster, true);
    }
}

// cl_intel_subgroups_char and _short have names of their own for the small types.
TEST(SubGroupCollectivesOfIntel, SmallTypes) {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const Form forms[] = {{"intel_sub_group_reduce_", Kind::Reduce, true, false},
                          {"intel_sub_group_scan_inclusive_", Kind::Inclusive, true, false},
                          {"intel_sub_group_scan_exclusive_", Kind::Exclusive, true, false}};
    std::string text;
    for (const Form& form : forms)
      for (const auto& operation : operations<T>())
        if (isBasic(operation.name)) text += kernelText(kTypeName<T>, form, operation.name);
    for (const Form& form : forms)
      for (const auto& operation : operations<T>())
        if (isBasic(operation.name)) expectForm<T>(form, operation, text, 1);
  };
  check(int8_t());
  check(uint8_t());
  check(int16_t());
  check(uint16_t());
}

}  // namespace
}  // namespace kernels
