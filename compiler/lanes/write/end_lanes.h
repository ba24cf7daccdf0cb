// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a condition on ids, such as `id < n`, is for the live lanes of a vector: it follows from the
// first and the last one, so that a test needs no vectors.
#pragma once

#include <optional>

namespace llvm {
class Value;
}

namespace lanewise {

class Widening;

/// Two i1, for vectors whose live lanes are all active where the condition is computed: what its
/// operations promise holds for all of them then.
struct EndLanes {
  llvm::Value* any;  // false: the condition holds for no lane
  /// True: all lanes are live, it holds for all of them, and the strided numbers that comparisons
  /// compare do not wrap. False where they do.
  llvm::Value* all;
  bool isExact;            // any, true: it holds for some lane
  bool isUniform = false;  // it is the same for all lanes
};

/// Tests `condition`, or its opposite, where the builder of `widening` stands. Nullopt for
/// conditions on data, and on frozen numbers that may wrap between two lanes.
std::optional<EndLanes> testEndLanes(Widening& widening, llvm::Value& condition, bool expected);

/// EndLanes::all. Nullptr where there are none.
llvm::Value* testAllLanes(Widening& widening, llvm::Value& condition);

}  // namespace lanewise
