// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts bits of Memory Semantics to orderings.
#include "compiler/lower/memory_semantics.h"

#include <llvm/IR/Constants.h>

namespace lanewise {
namespace {

using Semantics = spv::MemorySemanticsMask;

Semantics bitsOf(const llvm::Value* semantics) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(semantics);
  return constant ? static_cast<Semantics>(constant->getZExtValue())
                  : Semantics::SequentiallyConsistent | Semantics::CrossWorkgroupMemory;
}

bool hasAny(Semantics bits, Semantics wanted) { return (bits & wanted) != Semantics::MaskNone; }

}  // namespace

llvm::AtomicOrdering modifyOrdering(const llvm::Value* semantics) {
  const Semantics bits = bitsOf(semantics);
  if (hasAny(bits, Semantics::SequentiallyConsistent))
    return llvm::AtomicOrdering::SequentiallyConsistent;
  const bool acquire = hasAny(bits, Semantics::Acquire | Semantics::AcquireRelease);
  const bool release = hasAny(bits, Semantics::Release | Semantics::AcquireRelease);
  if (acquire && release) return llvm::AtomicOrdering::AcquireRelease;
  if (acquire) return llvm::AtomicOrdering::Acquire;
  return release ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Monotonic;
}

llvm::AtomicOrdering loadOrdering(const llvm::Value* semantics) {
  switch (const llvm::AtomicOrdering ordering = modifyOrdering(semantics)) {
    case llvm::AtomicOrdering::AcquireRelease: return llvm::AtomicOrdering::Acquire;
    case llvm::AtomicOrdering::Release: return llvm::AtomicOrdering::Monotonic;
    default: return ordering;
  }
}

llvm::AtomicOrdering storeOrdering(const llvm::Value* semantics) {
  switch (const llvm::AtomicOrdering ordering = modifyOrdering(semantics)) {
    case llvm::AtomicOrdering::AcquireRelease: return llvm::AtomicOrdering::Release;
    case llvm::AtomicOrdering::Acquire: return llvm::AtomicOrdering::Monotonic;
    default: return ordering;
  }
}

bool ordersSharedMemory(const llvm::Value* semantics) {
  constexpr Semantics kOrderings = Semantics::Acquire | Semantics::Release |
                                   Semantics::AcquireRelease | Semantics::SequentiallyConsistent;
  return hasAny(bitsOf(semantics), ~(kOrderings | Semantics::WorkgroupMemory));
}

spv::Scope scopeOf(const llvm::Value* scope) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(scope);
  return constant ? static_cast<spv::Scope>(constant->getZExtValue()) : spv::Scope::Device;
}

}  // namespace lanewise
