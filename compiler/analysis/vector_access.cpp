// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain loads and stores, and masked ones of adjacent elements.
#include "compiler/analysis/vector_access.h"

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

bool VectorAccess::isKnown() const { return !mask || llvm::isa<llvm::Constant>(mask); }

bool VectorAccess::isActive(unsigned number) const {
  const auto* known = mask ? llvm::dyn_cast<llvm::Constant>(mask) : nullptr;
  const auto* bit = known ? known->getAggregateElement(number) : nullptr;
  return !bit || !bit->isNullValue();
}

std::optional<VectorAccess> vectorAccessOf(llvm::Instruction& instruction) {
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  VectorAccess access;
  llvm::Type* type = nullptr;
  llvm::Value* pointer = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple()) {
    pointer = load->getPointerOperand();
    type = load->getType();
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
             store && store->isSimple()) {
    pointer = store->getPointerOperand();
    type = store->getValueOperand()->getType();
  } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
             call && call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
    pointer = call->getArgOperand(0);
    type = call->getType();
    access.mask = call->getArgOperand(2);
    access.other = call->getArgOperand(3);
  } else if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
    pointer = call->getArgOperand(1);
    type = call->getArgOperand(0)->getType();
    access.mask = call->getArgOperand(3);
  } else {
    return std::nullopt;
  }
  access.element = type->getScalarType();
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    access.count = vector->getNumElements();
  else if (type != access.element || type->isAggregateType())
    return std::nullopt;
  if (!access.element->isIntegerTy() && !access.element->isFloatingPointTy()) return std::nullopt;
  const uint64_t bits = layout.getTypeSizeInBits(access.element);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return std::nullopt;
  access.bytes = bits / 8;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  access.base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  access.offset = offset.getSExtValue();
  return access;
}

llvm::Value* storedValueOf(llvm::Instruction& store) {
  if (auto* plain = llvm::dyn_cast<llvm::StoreInst>(&store)) return plain->getValueOperand();
  return llvm::cast<llvm::IntrinsicInst>(store).getArgOperand(0);
}

}  // namespace lanewise
