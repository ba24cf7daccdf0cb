// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V's Memory Semantics and Scope operands as LLVM orderings. An operand that is not constant
// means the strongest ordering.
#pragma once

#include <llvm/Support/AtomicOrdering.h>
#include <spirv/unified1/spirv.hpp11>

namespace llvm {
class Value;
}

namespace lanewise {

/// The ordering of a read-modify-write instruction or a fence; Monotonic if the semantics order
/// nothing.
llvm::AtomicOrdering modifyOrdering(const llvm::Value* semantics);
/// The ordering of a load, which cannot release.
llvm::AtomicOrdering loadOrdering(const llvm::Value* semantics);
/// The ordering of a store, which cannot acquire.
llvm::AtomicOrdering storeOrdering(const llvm::Value* semantics);
/// True if the semantics order memory that other threads see.
bool ordersSharedMemory(const llvm::Value* semantics);

/// Device if it is not a constant.
spv::Scope scopeOf(const llvm::Value* scope);

}  // namespace lanewise
