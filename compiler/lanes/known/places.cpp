// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes constants out of addresses and of the indices in them.
#include "compiler/lanes/known/places.h"

#include "interface/kernel_abi.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <iterator>

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

// The last index that is no constant, and its place as far as constants make it: an index in an
// array is behind that of a pointer to the array, which is 0 mostly. nullptr, without a change, if
// the place is not known.
const llvm::Value* lastIndex(const llvm::GEPOperator& step, const llvm::DataLayout& layout,
                             Place& place, llvm::APInt& offset) {
  const llvm::Value* last = nullptr;
  int64_t lastStride = 0;
  bool hasOuter = false;
  llvm::APInt constants(64, 0);
  for (auto index = llvm::gep_type_begin(step), end = llvm::gep_type_end(step); index != end;
       ++index) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index.getOperand());
    if (llvm::StructType* members = index.getStructTypeOrNull()) {
      const auto member = static_cast<unsigned>(number->getZExtValue());
      constants += layout.getStructLayout(members)->getElementOffset(member).getFixedValue();
      continue;
    }
    const uint64_t stride = index.getSequentialElementStride(layout).getFixedValue();
    if (number) {
      constants += number->getValue().sextOrTrunc(64) * stride;
      continue;
    }
    hasOuter |= last != nullptr;
    last = index.getOperand();
    lastStride = static_cast<int64_t>(stride);
  }
  if (hasOuter && last != step.getOperand(step.getNumOperands() - 1)) return nullptr;
  place.stride = lastStride;
  if (hasOuter)
    place.outer = &step;
  else
    offset += constants;
  return last;
}

bool haveEqualOuterIndices(const llvm::GEPOperator* a, const llvm::GEPOperator* b) {
  if (!a || !b) return a == b;
  return a->getSourceElementType() == b->getSourceElementType() &&
         a->getNumIndices() == b->getNumIndices() &&
         std::equal(a->idx_begin(), std::prev(a->idx_end()), b->idx_begin());
}

}  // namespace

Place placeOf(const llvm::Value& address, const llvm::DataLayout& layout, bool wraps) {
  llvm::APInt offset(64, 0);
  const auto withoutOffset = [&](const llvm::Value& pointer) {
    return pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  };
  Place place{withoutOffset(address)};
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(place.base);
  const bool isOnePointer = step && step->getType()->isPointerTy();
  if (const llvm::Value* index = isOnePointer ? lastIndex(*step, layout, place, offset) : nullptr) {
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
  if (!haveEqualOuterIndices(from.outer, to.outer) || from.base != to.base ||
      from.index != to.index || from.extension != to.extension || from.stride != to.stride ||
      __builtin_sub_overflow(to.offset, from.offset, &result))
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
