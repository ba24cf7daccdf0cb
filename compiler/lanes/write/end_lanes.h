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
  llvm::Value* any;        // false: the condition holds for no lane
  llvm::Value* all;        // true: all lanes are live, and it holds for all of them
  bool isExact;            // any, true: it holds for some lane
  bool isUniform = false;  // it is the same for all lanes
};

/// Tests `condition`, or its opposite, where the builder of `widening` stands. Nullopt for
/// conditions on data, and for ids that may wrap between two lanes.
std::optional<EndLanes> testEndLanes(Widening& widening, llvm::Value& condition, bool expected);

/// An i1 as EndLanes::all, which may also be false where it holds for all lanes: of ids that may
/// wrap, in vectors in which they do. Nullptr for conditions on data.
llvm::Value* testAllLanes(Widening& widening, llvm::Value& condition);

}  // namespace lanewise
