// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results go to memory of the work-item's own, or to counters on which the order of atomics does
// not matter.
#include "tests/reference/random_assignments.h"

#include "compiler/contract/instruction_marks.h"

#include <algorithm>

namespace lanewise::fuzz {

using namespace lane_kernel;
using llvm::AtomicRMWInst;

llvm::Value* RandomAssignments::outWord(unsigned index) {
  Value* first = builder_.CreateMul(globalLinearId(), i64(kOutWords));
  return builder_.CreateGEP(builder_.getInt64Ty(), kernel_->getArg(0),
                            builder_.CreateAdd(first, i64(index)));
}

void RandomAssignments::assign() {
  if (chance(15)) {
    builder_.CreateStore(condition(), oneOf(flags_));
    return;
  }
  llvm::AllocaInst* variable = oneOf(variables_);
  builder_.CreateStore(value(variable->getAllocatedType()), variable);
}

void RandomAssignments::storeOut() {
  Type* type = oneOf(scalarTypes_);
  Value* place = outWord(1 + pick(kOutWords - 1));
  Value* stored = comparable(value(type));
  // A part of the word.
  const unsigned parts = 64 / type->getScalarSizeInBits();
  if (parts > 1) place = builder_.CreateConstGEP1_64(type, place, pick(parts));
  builder_.CreateStore(stored, place);
}

void RandomAssignments::storeOwn() {
  const unsigned region = pick(regions_.size());
  Value* stored = comparable(value(regions_[region].element));
  builder_.CreateStore(stored, ownElement(region));
}

void RandomAssignments::storeArray() {
  const PrivateArray& array = oneOf(arrays_);
  Value* stored = value(array.element);
  builder_.CreateStore(stored, arrayElement(array), /*isVolatile=*/chance(5));
}

void RandomAssignments::storeRecord() {
  auto* array = llvm::cast<llvm::ArrayType>(records_->getAllocatedType());
  auto* record = llvm::cast<llvm::StructType>(array->getElementType());
  const unsigned member = pick(5);
  Value* stored = value(record->getElementType(member));
  Value* which = chance(40) ? i32(pick(array->getNumElements()))
                            : builder_.CreateURem(value(builder_.getInt32Ty(), 0),
                                                  i32(array->getNumElements()));
  builder_.CreateStore(stored, builder_.CreateGEP(array, records_, {i32(0), which, i32(member)}));
}

// Whole arrays: from memory, from another array, or filled with a byte.
void RandomAssignments::copyMemory() {
  const PrivateArray& array = oneOf(arrays_);
  const auto bytes = uint64_t{array.count} * bytesOf(array.element);
  const llvm::Align align = module_.getDataLayout().getABITypeAlign(array.element);
  switch (pick(3)) {
    case 0:
      builder_.CreateMemSet(
          array.variable,
          builder_.CreateTrunc(value(builder_.getInt32Ty(), 0), builder_.getInt8Ty()), bytes,
          align);
      return;
    case 1: {
      Value* offset = builder_.CreateMul(
          builder_.CreateURem(value(builder_.getInt64Ty(), 0), i64(64)), i64(bytes));
      Value* from = builder_.CreateGEP(builder_.getInt8Ty(), kernel_->getArg(1), offset);
      builder_.CreateMemCpy(array.variable, align, from, align, bytes);
      return;
    }
    default: {
      const PrivateArray& other = oneOf(arrays_);
      const auto most = uint64_t{other.count} * bytesOf(other.element);
      builder_.CreateMemMove(array.variable, llvm::Align(1), other.variable, llvm::Align(1),
                             std::min(bytes, most));
    }
  }
}

// On shared counters; each has one operation, so that the order does not matter.
void RandomAssignments::atomic() {
  static constexpr AtomicRMWInst::BinOp kOperations[kCounters] = {
      AtomicRMWInst::Add, AtomicRMWInst::Or,  AtomicRMWInst::Min, AtomicRMWInst::UMax,
      AtomicRMWInst::Xor, AtomicRMWInst::Add, AtomicRMWInst::Sub, AtomicRMWInst::Add};
  const bool isLocal = countsLocally_ && chance(80);
  const bool isWide = !isLocal && chance(30);
  Type* type = isWide ? builder_.getInt64Ty() : builder_.getInt32Ty();
  Value* base = isLocal ? localCounters_ : kernel_->getArg(3);
  if (isWide) base = builder_.CreateConstGEP1_64(builder_.getInt32Ty(), base, kCounters);
  const auto modify = [&](AtomicRMWInst::BinOp operation, Value* where, Value* number) {
    auto* made = builder_.CreateAtomicRMW(operation, builder_.CreateGEP(type, base, where), number,
                                          llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
    if (isLocal && chance(80)) made->setMetadata(kLocalAtomic, llvm::MDNode::get(context_, {}));
    return made;
  };
  // The old values of a counter that is incremented are 0, 1, 2 ... in some order.
  if (chance(25)) {
    Value* old = modify(AtomicRMWInst::Add, i64(0), llvm::ConstantInt::get(type, 1));
    modify(AtomicRMWInst::Add, i64(5), builder_.CreateMul(old, old));
    return;
  }
  const unsigned counter = 1 + pick(kCounters - 1);
  Value* number = value(type);
  if (chance(60)) {
    modify(kOperations[counter], i64(counter), number);
    return;
  }
  // Counters 5 to 7 are sums.
  Value* where =
      builder_.CreateAdd(builder_.CreateURem(value(builder_.getInt32Ty(), 0), i32(3)), i32(5));
  modify(AtomicRMWInst::Add, where, number);
}

// On the work-item's own memory the result is known.
void RandomAssignments::atomicOnOwn() {
  static constexpr AtomicRMWInst::BinOp kOperations[] = {
      AtomicRMWInst::Xchg, AtomicRMWInst::Add,  AtomicRMWInst::And, AtomicRMWInst::Max,
      AtomicRMWInst::Min,  AtomicRMWInst::UMin, AtomicRMWInst::Xor, AtomicRMWInst::Sub};
  for (unsigned region = 0; region < regions_.size(); ++region) {
    Type* type = regions_[region].element;
    if (!type->isIntegerTy(32) && !type->isIntegerTy(64)) continue;
    Value* number = value(type);
    Value* place = ownElement(region);
    Value* old = nullptr;
    if (chance(40)) {
      Value* expected = chance(50) ? builder_.CreateLoad(type, place) : value(type, 0);
      Value* pair = builder_.CreateAtomicCmpXchg(place, expected, number, llvm::MaybeAlign(),
                                                 llvm::AtomicOrdering::Monotonic,
                                                 llvm::AtomicOrdering::Monotonic);
      old = builder_.CreateAdd(builder_.CreateExtractValue(pair, 0),
                               builder_.CreateZExt(builder_.CreateExtractValue(pair, 1), type));
    } else {
      old = builder_.CreateAtomicRMW(kOperations[pick(std::size(kOperations))], place, number,
                                     llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
    }
    builder_.CreateStore(cast(old, variables_[0]->getAllocatedType()), variables_[0]);
    return;
  }
}

}  // namespace lanewise::fuzz
