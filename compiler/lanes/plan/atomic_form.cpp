// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that a reduction computes in any order become one atomic instruction. Sums of
// floating-point numbers depend on the order.
#include "compiler/lanes/plan/atomic_form.h"

namespace lanewise {

using Atomic = llvm::AtomicRMWInst;

std::optional<CollectiveOperation> reducingOperation(Atomic::BinOp operation) {
  switch (operation) {
    case Atomic::Add:
    case Atomic::Sub: return CollectiveOperation::Add;
    case Atomic::And: return CollectiveOperation::And;
    case Atomic::Or: return CollectiveOperation::Or;
    case Atomic::Xor: return CollectiveOperation::Xor;
    case Atomic::Max: return CollectiveOperation::SMax;
    case Atomic::Min: return CollectiveOperation::SMin;
    case Atomic::UMax: return CollectiveOperation::UMax;
    case Atomic::UMin: return CollectiveOperation::UMin;
    case Atomic::FMax: return CollectiveOperation::FMax;
    case Atomic::FMin: return CollectiveOperation::FMin;
    default: return std::nullopt;
  }
}

AtOneAddress atOneAddress(const llvm::Instruction& atomic) {
  const auto* modify = llvm::dyn_cast<Atomic>(&atomic);
  if (!modify || modify->isVolatile()) return AtOneAddress::LaneByLane;
  if (modify->getOperation() == Atomic::FAdd || modify->getOperation() == Atomic::FSub)
    return AtOneAddress::Chained;
  return reducingOperation(modify->getOperation()) ? AtOneAddress::Reduced
                                                   : AtOneAddress::LaneByLane;
}

}  // namespace lanewise
