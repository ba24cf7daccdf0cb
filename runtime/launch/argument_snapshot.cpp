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

const MemObject* ArgumentSnapshot::memoryAt(const void* data) const {
  for (size_t i = 0; i < memoryCount_; ++i)
    if (memory_[i]->data() == data) return memory_[i];
  const auto more =
      std::ranges::find(moreMemory_, data, [](const auto& one) { return one->data(); });
  return more == moreMemory_.end() ? nullptr : more->get();
}

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
