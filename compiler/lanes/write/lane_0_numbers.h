// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of lane 0 in a wider type. A sum or a product promises not to wrap in its own type, but
// only for the lanes that compute it. Where lane 0, from which they follow, is not one of them, it
// may wrap.
#pragma once

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

}  // namespace lanewise
