// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector has the alignment of an element.
#include "compiler/contract/bounded_alignment.h"

#include <llvm/ADT/bit.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise {

bool boundAlignment(llvm::Instruction& instruction) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if ((!load && !store) || instruction.isAtomic()) return false;
  llvm::Type* type = llvm::getLoadStoreType(&instruction);
  const uint64_t bytes =
      instruction.getDataLayout().getTypeStoreSize(type->getScalarType()).getFixedValue();
  const llvm::Align most =
      type->isAggregateType() ? kMostAlignmentOfScalar : llvm::Align(llvm::bit_floor(bytes));
  if (llvm::getLoadStoreAlignment(&instruction) <= most) return false;
  if (load)
    load->setAlignment(most);
  else
    store->setAlignment(most);
  return true;
}

}  // namespace lanewise
