// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of 32-bit numbers that cannot wrap between the lanes of an access, because all lanes
// access one object that is smaller than the jump. A wrap moves an address by 2^32 elements, at
// least 4 GiB, and an access outside of its object is undefined.
#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

class Widening;

enum class ObjectSize {
  Unknown,   // of any size, or not the same object for all lanes
  Argument,  // that of a pointer argument: the launch knows whether it is small
  Small,     // less than abi::kSmallMemoryBytes
};

/// The size of the object that follows for `conversion`, an extension that `address` is computed
/// from: unless it is unknown or too large, the lanes of an access under the mask of `widening`
/// follow from lane 0, in the assumed way.
ObjectSize objectThatPreventsWrap(const Widening& widening, const llvm::Value& address,
                                  const llvm::Instruction& conversion);

}  // namespace lanewise
