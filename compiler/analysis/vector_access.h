// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VectorAccess: the elements that a load or a store of a scalar or a vector touches. For the passes
// that follow what vectors of work-items store for each other.
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

struct VectorAccess {
  llvm::Value* base = nullptr;  // the address without constant offsets
  int64_t offset = 0;           // from the base, in bytes
  llvm::Type* element = nullptr;
  unsigned count = 1;
  uint64_t bytes = 0;            // of an element
  llvm::Value* mask = nullptr;   // null: all
  llvm::Value* other = nullptr;  // of a load: elements that the mask leaves out

  int64_t offsetOf(unsigned number) const { return offset + static_cast<int64_t>(number * bytes); }
  /// Which elements are active is known.
  bool isKnown() const;
  /// False only if the element is known to be inactive.
  bool isActive(unsigned number) const;
};

/// Nothing if the instruction is volatile or atomic, no load or store, or one of other types than
/// integers and floating-point numbers of 1, 2, 4 and 8 bytes.
std::optional<VectorAccess> vectorAccessOf(llvm::Instruction& instruction);

/// What a store, also a masked one, writes.
llvm::Value* storedValueOf(llvm::Instruction& store);

}  // namespace lanewise
