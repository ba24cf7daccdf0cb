// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector has the alignment of an element.
#include "compiler/contract/bounded_alignment.h"

#include <llvm/ADT/bit.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise {

bool boundAlignment(llvm::Instruction& access) {
  llvm::Type* type = llvm::getLoadStoreType(&access);
  const uint64_t bytes =
      access.getDataLayout().getTypeStoreSize(type->getScalarType()).getFixedValue();
  const llvm::Align most =
      type->isAggregateType() ? kMostAlignmentOfScalar : llvm::Align(llvm::bit_floor(bytes));
  if (llvm::getLoadStoreAlignment(&access) <= most) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access))
    load->setAlignment(most);
  else
    llvm::cast<llvm::StoreInst>(access).setAlignment(most);
  return true;
}

}  // namespace lanewise
