// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows for all lanes from the number of lane 0. A sum or a product promises not to wrap in
// its own type, but only for the lanes that compute it. Where lane 0 is not one of them, it may
// wrap, and is computed in a wider type.
#pragma once

#include <cstdint>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

class Widening;

/// The number of lane 0 in `type`, from which those of the active lanes follow, where the builder
/// of `widening` stands. What may wrap in lane 0 is computed in that type again.
/// \param number a signed integer that is strided, of fewer bits than `type`.
llvm::Value* extendedForLane0(Widening& widening, llvm::Value& number, llvm::Type* type);

/// i1: the numbers of a vector, whose lane 0 has `first`, do not wrap, whether lanes are active or
/// not.
/// \param stride the distance from lane to lane.
llvm::Value* doesNotWrap(Widening& widening, llvm::Value& first, int64_t stride, bool isSigned);

}  // namespace lanewise
