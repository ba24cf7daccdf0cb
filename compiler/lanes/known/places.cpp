// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes constants out of addresses and of the indices in them.
#include "compiler/lanes/known/places.h"

#include "interface/kernel_abi.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

// The number that is added to a value without a wrap that `extension` would show.
const llvm::ConstantInt* addedTo(const llvm::Value& sum, unsigned extension, bool wraps) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&sum);
  if (!operation) return nullptr;
  const bool isSum = operation->getOpcode() == llvm::Instruction::Add;
  // Shorter indices wrap within small objects.
  wraps |= sum.getType()->getIntegerBitWidth() < 32;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(operation);
  const bool fits =
      isSum ? !wraps || extension == 0 ||
                  (extension == llvm::Instruction::SExt ? operation->hasNoSignedWrap()
                                                        : operation->hasNoUnsignedWrap())
            : disjoint && disjoint->isDisjoint();
  return fits ? llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1)) : nullptr;
}

}  // namespace

Place placeOf(const llvm::Value& address, const llvm::DataLayout& layout, bool wraps) {
  llvm::APInt offset(64, 0);
  const auto withoutOffset = [&](const llvm::Value& pointer) {
    return pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  };
  Place place{withoutOffset(address)};
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(place.base);
  if (step && step->getNumIndices() == 1 && step->getType()->isPointerTy()) {
    const llvm::Value* index = step->getOperand(1);
    place.stride =
        static_cast<int64_t>(layout.getTypeAllocSize(step->getSourceElementType()).getFixedValue());
    place.base = withoutOffset(*step->getPointerOperand());
    const auto takeNumbers = [&] {
      while (const llvm::ConstantInt* number = addedTo(*index, place.extension, wraps)) {
        const llvm::APInt& value = number->getValue();
        offset += (place.extension == llvm::Instruction::ZExt && wraps ? value.zextOrTrunc(64)
                                                                       : value.sextOrTrunc(64)) *
                  static_cast<uint64_t>(place.stride);
        index = llvm::cast<llvm::BinaryOperator>(index)->getOperand(0);
      }
    };
    if (index->getType()->isIntegerTy(64)) takeNumbers();
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) {
      place.extension = llvm::cast<llvm::CastInst>(index)->getOpcode();
      index = llvm::cast<llvm::CastInst>(index)->getOperand(0);
    } else if (!index->getType()->isIntegerTy(64)) {
      place.extension = llvm::Instruction::SExt;
    }
    takeNumbers();
    place.index = index;
  }
  place.offset = offset.getSExtValue();
  return place;
}

std::optional<int64_t> distance(const Place& from, const Place& to) {
  int64_t result = 0;
  if (from.base != to.base || from.index != to.index || from.extension != to.extension ||
      from.stride != to.stride || __builtin_sub_overflow(to.offset, from.offset, &result))
    return std::nullopt;
  return result;
}

bool isInSmallVariable(const llvm::Value& address, const llvm::DataLayout& layout) {
  const llvm::Value* object = llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  llvm::Type* type = nullptr;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object))
    type = variable->getValueType();
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(object))
    type = variable->getAllocatedType();
  return type && layout.getTypeAllocSize(type).getFixedValue() < abi::kSmallMemoryBytes;
}

}  // namespace lanewise
