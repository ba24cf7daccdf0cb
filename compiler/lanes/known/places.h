// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an access of one work-item is, as far as its distance from others is a constant
// (join_accesses.cpp).
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class GEPOperator;
class Value;
}  // namespace llvm

namespace lanewise {

/// base + index * stride + offset, in bytes, and the indices in front of the last one of `outer`:
/// the row of an element in a matrix. The last index of an address may be extended.
struct Place {
  const llvm::Value *base, *index = nullptr;
  const llvm::GEPOperator* outer = nullptr;
  unsigned extension = 0;  // opcode
  int64_t stride = 0, offset = 0;
};

/// \param wraps whether an index of 32 bits may wrap when a constant is added to it, so that the
/// constant stays in the index. Without, addresses may be 4 GiB and more away from their place.
Place placeOf(const llvm::Value& address, const llvm::DataLayout& layout, bool wraps = true);

/// In bytes, if it is a constant.
std::optional<int64_t> distance(const Place& from, const Place& to);

/// Whether the address is in a variable of less than abi::kSmallMemoryBytes. A wrap of a number of
/// 32 bits leaves it.
bool isInSmallVariable(const llvm::Value& address, const llvm::DataLayout& layout);

}  // namespace lanewise
