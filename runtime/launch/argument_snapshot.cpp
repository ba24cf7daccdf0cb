// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the buffers of a launch are distinct, for kernels with code that relies on it.
#include "runtime/launch/argument_snapshot.h"

#include <algorithm>

namespace lanewise {
namespace {

bool mayShareBytes(const MemObject& a, const MemObject& b) {
  return a.data() < b.data() + b.sizeBytes() && b.data() < a.data() + a.sizeBytes();
}

}  // namespace

bool ArgumentSnapshot::hasDistinctBuffers() const {
  if (mostBytes == kUnknownBytes || !moreMemory_.empty()) return false;
  const std::span<MemObject* const> objects(memory_, memoryCount_);
  if (std::ranges::any_of(objects, [](const MemObject* one) { return one->root().external(); }))
    return false;
  for (size_t i = 1; i < objects.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (mayShareBytes(*objects[i], *objects[j])) return false;
  return true;
}

}  // namespace lanewise
