// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of work-group functions: ranges, the work-items of each of their groups in the order of
// the local linear ids, operations with their identities, and values.
#pragma once

#include "device.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

namespace kernels {

using Half = _Float16;

template <class T>
inline constexpr const char* kTypeName = nullptr;
template <>
inline constexpr const char* kTypeName<int32_t> = "int";
template <>
inline constexpr const char* kTypeName<uint32_t> = "uint";
template <>
inline constexpr const char* kTypeName<int64_t> = "long";
template <>
inline constexpr const char* kTypeName<uint64_t> = "ulong";
template <>
inline constexpr const char* kTypeName<Half> = "half";
template <>
inline constexpr const char* kTypeName<float> = "float";
template <>
inline constexpr const char* kTypeName<double> = "double";

using Types = testing::Types<int32_t, uint32_t, int64_t, uint64_t, Half, float, double>;

struct TypeNames {
  template <class T>
  static std::string GetName(int) {
    return kTypeName<T>;
  }
};

template <class T>
inline constexpr bool kIsFloat = T(0.5f) != T(0);

inline const char kOptions[] = "-cl-std=CL3.0";
inline const char kHead[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
size_t me(void) { return get_global_linear_id(); }
)";

/// One dimension, two, three, and groups that are smaller at the end of each.
inline std::vector<Range> someRanges() {
  std::vector<Range> ranges;
  for (size_t local : {1, 3, 7, 64, 100, 256}) ranges.push_back(range1(3 * local, local));
  ranges.push_back(range2({16, 24}, {8, 8}));
  ranges.push_back(range2({3, 40}, {3, 20}));
  ranges.push_back(range3({6, 5, 14}, {3, 5, 7}));
  if (TestDevice::get().hasNonUniformWorkGroups()) {
    ranges.push_back(range1(1000, 96));
    ranges.push_back(range2({37, 21}, {16, 8}));
    ranges.push_back(range3({19, 5, 3}, {8, 2, 2}));
  }
  return ranges;
}

inline size_t itemsOf(const Range& range) {
  return range.global[0] * range.global[1] * range.global[2];
}

/// The global linear ids of a group's work-items in the order of their local linear ids, and its
/// sizes.
struct Group {
  std::array<size_t, 3> size;
  std::vector<size_t> items;
};

inline std::vector<Group> groupsOf(const Range& range) {
  std::vector<Group> groups;
  std::array<size_t, 3> first{};
  const auto size = [&](int dim) {
    return std::min(range.local[dim] ? range.local[dim] : 1, range.global[dim] - first[dim]);
  };
  const auto step = [&](int dim) { return range.local[dim] ? range.local[dim] : 1; };
  for (first[2] = 0; first[2] < range.global[2]; first[2] += step(2))
    for (first[1] = 0; first[1] < range.global[1]; first[1] += step(1))
      for (first[0] = 0; first[0] < range.global[0]; first[0] += step(0)) {
        Group group{{size(0), size(1), size(2)}, {}};
        for (size_t z = 0; z < size(2); ++z)
          for (size_t y = 0; y < size(1); ++y)
            for (size_t x = 0; x < size(0); ++x)
              group.items.push_back(((first[2] + z) * range.global[1] + first[1] + y) *
                                        range.global[0] +
                                    first[0] + x);
        groups.push_back(std::move(group));
      }
  return groups;
}

inline std::string shown(const Range& range) {
  std::string text = "range";
  for (int dim = 0; dim < int(range.dimensions); ++dim)
    text += " " + std::to_string(range.global[dim]) + "/" + std::to_string(range.local[dim]);
  return text;
}

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

// Sums and products wrap.
template <class T>
T wrapped(T a, T b, bool isProduct) {
  if constexpr (kIsFloat<T>)
    return isProduct ? T(a * b) : T(a + b);
  else
    return isProduct ? T(uint64_t(a) * uint64_t(b)) : T(uint64_t(a) + uint64_t(b));
}

template <class T>
std::vector<Operation<T>> operations() {
  std::vector<Operation<T>> all{
      {"add", T(0), [](T a, T b) { return wrapped(a, b, false); }},
      {"min", largest<T>(), [](T a, T b) { return std::min(a, b); }},
      {"max", smallest<T>(), [](T a, T b) { return std::max(a, b); }},
      {"mul", T(1), [](T a, T b) { return wrapped(a, b, true); }},
  };
  if constexpr (!kIsFloat<T>) {
    all.push_back({"and", T(~T(0)), [](T a, T b) { return T(a & b); }});
    all.push_back({"or", T(0), [](T a, T b) { return T(a | b); }});
    all.push_back({"xor", T(0), [](T a, T b) { return T(a ^ b); }});
  }
  return all;
}

/// Integers: any value, with most bits set or clear for `and` and `or`. Other types: whole numbers
/// whose sums are exact in half, and factors whose products are.
template <class T>
std::vector<T> valuesFor(const std::string& operation, size_t count) {
  std::mt19937_64 random(count * 31 + operation[0]);
  std::vector<T> values(count);
  for (T& value : values)
    if constexpr (kIsFloat<T>)
      value = operation == "mul" ? T(random() % 2 ? -1 : 1) : T(float(int(random() % 15) - 7));
    else if (operation == "and")
      value = T(~(uint64_t(1) << random() % 1024 % 512 % 100));
    else if (operation == "or")
      value = T(uint64_t(random() % 64 == 0) << random() % 64);
    else
      value = T(int64_t(random()));
  return values;
}

/// What a scan or a reduction of the function's name gives for each work-item.
template <class T>
std::vector<T> expectedOf(const std::string& function, const Operation<T>& operation,
                          const Range& range, const std::vector<T>& in) {
  std::vector<T> expected(in.size());
  for (const Group& group : groupsOf(range)) {
    T sum = operation.identity;
    for (size_t item : group.items) {
      const T before = sum;
      sum = operation.apply(sum, in[item]);
      expected[item] = function.find("exclusive") != std::string::npos ? before : sum;
    }
    if (function.find("reduce") != std::string::npos)
      for (size_t item : group.items) expected[item] = sum;
  }
  return expected;
}

template <class T>
void expectEqual(const std::vector<T>& actual, const std::vector<T>& expected,
                 const std::string& what, const Range& range) {
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(actual[i], expected[i]) << what << ", " << shown(range) << ", work-item " << i;
}

}  // namespace kernels
