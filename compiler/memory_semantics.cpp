// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits of Memory Semantics, as the SPIR-V specification numbers them.
#include "compiler/memory_semantics.h"

#include <llvm/IR/Constants.h>

namespace lanewise {
namespace {

enum : uint64_t {
  kAcquire = 0x2,
  kRelease = 0x4,
  kAcquireRelease = 0x8,
  kSequentiallyConsistent = 0x10,
  kSubgroupMemory = 0x80,
  kWorkgroupMemory = 0x100,
  kCrossWorkgroupMemory = 0x200,
  kAtomicCounterMemory = 0x400,
  kImageMemory = 0x800,
};

uint64_t bitsOf(const llvm::Value* semantics) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(semantics);
  return constant ? constant->getZExtValue() : kSequentiallyConsistent | kCrossWorkgroupMemory;
}

}  // namespace

llvm::AtomicOrdering modifyOrdering(const llvm::Value* semantics) {
  const uint64_t bits = bitsOf(semantics);
  if (bits & kSequentiallyConsistent) return llvm::AtomicOrdering::SequentiallyConsistent;
  const bool acquire = bits & (kAcquire | kAcquireRelease);
  const bool release = bits & (kRelease | kAcquireRelease);
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

llvm::AtomicOrdering fenceOrdering(const llvm::Value* semantics) {
  return modifyOrdering(semantics);
}

bool ordersSharedMemory(const llvm::Value* semantics) {
  return bitsOf(semantics) & ~(kAcquire | kRelease | kAcquireRelease | kSequentiallyConsistent |
                               kWorkgroupMemory);
}

SpirvScope scopeOf(const llvm::Value* scope) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(scope);
  return constant ? static_cast<SpirvScope>(constant->getZExtValue()) : SpirvScope::Device;
}

}  // namespace lanewise
