// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and alignments of the module's types by the rules of OpenCL: a vector of three has the size
// of four, a struct has the layout of C unless it is packed. Computed once for all types, in the
// order of the module, so that nesting and sharing cost nothing.
#pragma once

#include <optional>
#include <unordered_map>

#include "compiler/admit/module.h"

namespace lanewise::admit {

struct Layout {
  uint64_t sizeBytes = 0;  // 0 for types without a size (void, functions, opaque types)
  uint64_t alignBytes = 1;
  uint64_t leaves = 0;  // scalars in it, capped
};

/// No type may be larger: addresses stay within 47 bits and sums below never overflow.
inline constexpr uint64_t kMaxTypeBytes = uint64_t(1) << 46;
inline constexpr uint32_t kMaxTypeDepth = 64;

class Layouts {
 public:
  /// Rejects types that are too large, or have an array length that is not a known constant.
  static Admissible<Layouts> of(const Module& module);

  /// The empty layout for unknown types.
  Layout operator[](uint32_t typeId) const {
    auto found = layouts_.find(typeId);
    return found == layouts_.end() ? Layout{} : found->second;
  }

 private:
  std::unordered_map<uint32_t, Layout> layouts_;
};

/// The value of an integer constant of at most 64 bits, if `id` is one.
std::optional<uint64_t> constantValue(const Module& module, uint32_t id);

}  // namespace lanewise::admit
