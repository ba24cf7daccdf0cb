// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V's Memory Semantics and Scope operands as LLVM understands them. An operand that is not a
// constant means the strongest.
#pragma once

#include <llvm/Support/AtomicOrdering.h>
#include <spirv/unified1/spirv.hpp11>

namespace llvm {
class Value;
}

namespace lanewise {

/// Of a read-modify-write instruction, or a fence; Monotonic if the semantics order nothing.
llvm::AtomicOrdering modifyOrdering(const llvm::Value* semantics);
/// Of a load: there is nothing to release.
llvm::AtomicOrdering loadOrdering(const llvm::Value* semantics);
/// Of a store: there is nothing to acquire.
llvm::AtomicOrdering storeOrdering(const llvm::Value* semantics);
/// Whether memory that other threads see is among what the semantics order.
bool ordersSharedMemory(const llvm::Value* semantics);

/// Device if it is not a constant.
spv::Scope scopeOf(const llvm::Value* scope);

}  // namespace lanewise
