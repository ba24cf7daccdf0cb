// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The value that one lane has, as a scalar, where the builder of `widening` stands. Used where
// lanes access memory one by one.
#pragma once

namespace llvm {
class Value;
}

namespace lanewise {

class Widening;

/// What is computed once more for the lane, from operands of it. What differs between lanes
/// otherwise is extracted from a vector.
enum class LaneArithmetic {
  Addresses,  // addresses and extensions of one value: an index has half the bits of an address
  Integers,   // and arithmetic on integers of up to kMostLaneSteps steps
};

inline constexpr unsigned kMostLaneSteps = 4;

/// `lane`: an integer. \pre The lane is active where the result is used.
llvm::Value* laneOf(Widening& widening, llvm::Value* value, llvm::Value* lane,
                    LaneArithmetic arithmetic);

}  // namespace lanewise
