// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For sub-group tests: the sub-group of each work-item as a kernel reports it, so that the tests
// hold for every size that a device chooses; types by name; and values.
#pragma once

#include "device.h"

#include <CL/cl_ext.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>

namespace kernels {

using Half = _Float16;

template <class T>
inline constexpr const char* kTypeName = nullptr;
template <>
inline constexpr const char* kTypeName<int8_t> = "char";
template <>
inline constexpr const char* kTypeName<uint8_t> = "uchar";
template <>
inline constexpr const char* kTypeName<int16_t> = "short";
template <>
inline constexpr const char* kTypeName<uint16_t> = "ushort";
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

using Types = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                             uint64_t, Half, float, double>;

struct TypeNames {
  template <class T>
  static std::string GetName(int) {
    return kTypeName<T>;
  }
};

template <class T>
inline constexpr bool kIsFloat = T(0.5f) != T(0);

inline const char kOptions[] = "-cl-std=CL3.0";
inline const char kHead[] = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

/// The work-items of each sub-group by their local id in it.
using SubGroups = std::vector<std::vector<uint32_t>>;

struct Launch {
  uint32_t maxSize = 1;
  Range range;
  SubGroups subGroups;  // global ids

  size_t items() const { return range.global[0]; }
  /// The size of the smallest sub-group: ids below it exist in every sub-group.
  uint32_t minSize() const {
    size_t least = maxSize;
    for (const auto& members : subGroups) least = std::min(least, members.size());
    return uint32_t(least);
  }
};

inline const char kMembersSource[] = R"(
kernel void members(global uint4* out) {
  out[get_global_id(0)] = (uint4)(get_group_id(0), get_sub_group_id(), get_sub_group_local_id(),
                                  get_max_sub_group_size());
})";

/// Work-groups of `local` work-items, as the device divides them.
inline Launch launchOf(size_t groups, size_t local) {
  Launch launch{1, range1(groups * local, local), {}};
  const Buffer<cl_uint4> out(groups * local, cl_uint4{});
  KernelCall(TestDevice::get().sourceProgram(kMembersSource, kOptions), "members", "members")
      .add(out)
      .run(launch.range);
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, uint32_t>> members;
  uint32_t id = 0;
  for (const cl_uint4& told : out.read()) {
    EXPECT_TRUE((members[{told.s[0], told.s[1]}].emplace(told.s[2], id).second))
        << "two work-items have local id " << told.s[2] << " in one sub-group";
    launch.maxSize = told.s[3];
    ++id;
  }
  for (const auto& [where, lanes] : members) {
    EXPECT_EQ(lanes.rbegin()->first + 1, lanes.size()) << "ids in a sub-group have gaps";
    EXPECT_LE(lanes.size(), launch.maxSize);
    auto& list = launch.subGroups.emplace_back();
    for (const auto& [lane, item] : lanes) list.push_back(item);
  }
  return launch;
}

/// Full sub-groups only, and if possible groups whose last sub-group is smaller.
inline const Launch& fullSubGroups() {
  static const Launch& launch = *new Launch(launchOf(3, 4 * launchOf(1, 1024).maxSize));
  return launch;
}
inline const Launch& someSmallerSubGroups() {
  static const Launch& launch = *[] {
    const uint32_t size = launchOf(1, 1024).maxSize;
    return new Launch(launchOf(3, 3 * size + (size + 1) / 2));
  }();
  return launch;
}

/// Active work-items: all, or about two thirds, and at least one of each sub-group of several.
inline std::vector<uint8_t> takePart(const Launch& launch, bool all, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> active(launch.items(), 1);
  if (all) return active;
  for (uint8_t& one : active) one = random() % 3 != 0;
  for (const auto& members : launch.subGroups)
    if (members.size() > 1) active[members[random() % members.size()]] = 1;
  return active;
}

/// Integers: any value. Other types: whole numbers whose sums are exact in half.
template <class T>
std::vector<T> valuesFor(size_t count, uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(count);
  for (T& value : values)
    value = kIsFloat<T> ? T(float(int(random() % 15) - 7)) : T(int64_t(random()));
  return values;
}

/// The sizes that kernels may require; none if the device has no attribute for it.
inline std::vector<size_t> sizesToRequire() {
  if (!TestDevice::get().hasExtension("cl_intel_required_subgroup_size")) return {};
  size_t sizeBytes = 0;
  const cl_device_id device = TestDevice::get().id();
  clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &sizeBytes);
  std::vector<size_t> sizes(sizeBytes / sizeof(size_t));
  clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeBytes, sizes.data(), nullptr);
  return sizes;
}
inline std::string requiredSize(size_t size) {
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + ")))";
}

/// A text and the bits of a value.
template <class T>
std::string shown(T value) {
  if constexpr (kIsFloat<T>)
    return std::to_string(double(value));
  else
    return std::to_string(value);
}

}  // namespace kernels
