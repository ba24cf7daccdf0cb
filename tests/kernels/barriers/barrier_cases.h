// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the barrier tests: the work-group sizes that they run with, and the reference for the most
// common exchange.
#pragma once

#include "device.h"

#include <numeric>

namespace kernels {

/// Calls body(global, local) for groups of one work-item, of odd and of larger sizes, and with a
/// smaller last group.
template <typename Body>
void forEachGroupShape(Body body) {
  const size_t shapes[][2] = {{1, 1}, {6, 2}, {21, 7}, {64, 16}, {50, 16}, {192, 64}, {700, 256}};
  for (const auto& [global, local] : shapes) {
    if (global % local && !TestDevice::get().hasNonUniformWorkGroups()) continue;
    SCOPED_TRACE(testing::Message() << "global size " << global << ", local size " << local);
    body(global, local);
    if (testing::Test::HasFailure()) return;
  }
}

inline std::vector<cl_int> numbers(size_t count, cl_int first = 0) {
  std::vector<cl_int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// First index and size of the group that the work-item belongs to.
struct Group {
  size_t first, size;
};
inline Group groupOf(size_t item, size_t global, size_t local) {
  const size_t first = item / local * local;
  return {first, std::min(local, global - first)};
}

/// Expects expected(item, group) of each work-item.
template <typename Expected>
void expectItems(const std::vector<cl_int>& got, size_t global, size_t local, Expected expected) {
  for (size_t item = 0; item < global; ++item)
    ASSERT_EQ(got[item], expected(item, groupOf(item, global, local))) << "work-item " << item;
}

}  // namespace kernels
