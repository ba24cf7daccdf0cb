// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices and addresses: the same for all lanes, consecutive, reversed, with steps, wrapping, any.
// Global ids are below kMostId, so that a stride needs no remainder.
#include "tests/reference/random_values.h"

#include <algorithm>

namespace lanewise::fuzz {

using namespace lane_kernel;

// A global id without its offset if that is large, or a local id.
llvm::Value* RandomValues::smallId(KernelCall kind, unsigned dim) {
  Value* id = call(kind, dim);
  if (kind != KernelCall::GlobalId || !hasLargeOffsets_) return id;
  return builder_.CreateSub(id, call(KernelCall::GlobalOffset, dim));
}

// The same in 32 bits, as a front end writes it.
llvm::Value* RandomValues::id32(unsigned dim) {
  const KernelCall kind = chance(60) ? KernelCall::GlobalId : KernelCall::LocalId;
  Value* id = builder_.CreateTrunc(call(kind, dim), builder_.getInt32Ty());
  if (kind != KernelCall::GlobalId || !hasLargeOffsets_) return id;
  return builder_.CreateSub(
      id, builder_.CreateTrunc(call(KernelCall::GlobalOffset, dim), builder_.getInt32Ty()));
}

llvm::Value* RandomValues::globalLinearId() {
  if (chance(30)) return call(KernelCall::GlobalLinearId);
  Value* id = i64(0);
  for (unsigned dim = 3; dim-- > 0;) {
    Value* own =
        builder_.CreateSub(call(KernelCall::GlobalId, dim), call(KernelCall::GlobalOffset, dim));
    id = builder_.CreateAdd(builder_.CreateMul(id, call(KernelCall::GlobalSize, dim)), own);
  }
  return id;
}

// An id times a factor plus a number; 32 or 64 bits.
llvm::Value* RandomValues::strideIndex(uint64_t count) {
  const unsigned dim = chance(80) ? 0 : 1 + pick(2);
  const uint64_t most = std::min<uint64_t>((count - 8) / kMostId, 16);
  const uint64_t factor = most < 2 || chance(40) ? 1 : 2 + pick(most - 1);
  const unsigned form = pick(5);
  if (form == 0) {
    Value* id = smallId(chance(60) ? KernelCall::GlobalId : KernelCall::LocalId, dim);
    return builder_.CreateAdd(builder_.CreateMul(id, i64(factor)), i64(pick(8)));
  }
  const bool isSigned = chance(60), marked = chance(70);
  Value* id =
      builder_.CreateMul(id32(dim), i32(factor), "", marked && !isSigned, marked && isSigned);
  id = builder_.CreateAdd(id, i32(pick(8)), "", marked && !isSigned, marked && isSigned);
  if (form == 1) return id;  // getelementptr extends the sign
  auto* extended = isSigned ? builder_.CreateSExt(id, builder_.getInt64Ty())
                            : builder_.CreateZExt(id, builder_.getInt64Ty());
  if (auto* zext = llvm::dyn_cast<llvm::ZExtInst>(extended)) zext->setNonNeg(chance(50));
  return extended;
}

// 32-bit unsigned arithmetic that wraps for some of the work-items.
llvm::Value* RandomValues::wrappingIndex(uint64_t count, bool& isGuarded) {
  Type* wide = builder_.getInt64Ty();
  const auto power = static_cast<uint32_t>(std::bit_floor(count));
  switch (pick(7)) {
    case 0: {
      isGuarded = true;
      Value* id = builder_.CreateSub(id32(0), i32(1 + pick(40)));
      return builder_.CreateZExt(id, wide);
    }
    case 1: {  // wraps twice
      const uint32_t number = 0xffffff00u + pick(256);
      Value* id = builder_.CreateAdd(id32(0), i32(number));
      return builder_.CreateZExt(builder_.CreateSub(id, i32(number)), wide);
    }
    case 5: {
      isGuarded = true;
      Value* id = builder_.CreateTrunc(call(KernelCall::GlobalId), builder_.getInt32Ty());
      if (chance(50)) id = builder_.CreateAdd(id, i32(pick(8)));
      return chance(50) ? builder_.CreateZExt(id, wide) : builder_.CreateSExt(id, wide);
    }
    case 2: {  // near the largest signed number
      isGuarded = true;
      Value* id = builder_.CreateAdd(id32(0), i32(0x7fffffffu - pick(60)));
      Value* wrapped = builder_.CreateSExt(id, wide);
      return builder_.CreateSub(wrapped, i64(static_cast<uint64_t>(int64_t{-2147483648})));
    }
    case 3:
      return builder_.CreateZExt(
          builder_.CreateURem(builder_.CreateMul(id32(0), i32(random_() | 1)), i32(count)), wide);
    case 4: {
      Value* id = builder_.CreateAdd(id32(0), uniformValue(builder_.getInt32Ty()));
      return builder_.CreateZExt(builder_.CreateAnd(id, i32(power - 1)), wide);
    }
    default: {
      isGuarded = true;
      Value* id = builder_.CreateAdd(id32(pick(2)), uniformValue(builder_.getInt32Ty()));
      return chance(50) ? builder_.CreateZExt(id, wide) : builder_.CreateSExt(id, wide);
    }
  }
}

// Rows and columns of a matrix whose width is no constant: quotient and remainder of an id.
llvm::Value* RandomValues::matrixIndex(uint64_t count) {
  const bool isSigned = chance(50);
  Value* id = smallId(chance(70) ? KernelCall::GlobalId : KernelCall::LocalId, 0);
  Value* width = builder_.CreateZExt(kernel_->getArg(5), id->getType());
  if (chance(60)) {
    id = builder_.CreateTrunc(id, builder_.getInt32Ty());
    width = kernel_->getArg(5);
  }
  Value* row = isSigned ? builder_.CreateSDiv(id, width) : builder_.CreateUDiv(id, width);
  Value* column = isSigned ? builder_.CreateSRem(id, width) : builder_.CreateURem(id, width);
  Value* pitch = chance(50) ? width : llvm::ConstantInt::get(id->getType(), pick(30));
  Value* index = chance(20) ? row : builder_.CreateAdd(builder_.CreateMul(row, pitch), column);
  if (chance(30)) index = builder_.CreateXor(index, llvm::ConstantInt::get(id->getType(), 32));
  if (chance(50)) index = builder_.CreateURem(index, llvm::ConstantInt::get(id->getType(), count));
  index = builder_.CreateZExt(index, builder_.getInt64Ty());
  return builder_.CreateURem(index, i64(count));
}

// Rows and columns of a work-group: quotient and remainder of a local id.
llvm::Value* RandomValues::tileIndex(uint64_t count) {
  const bool isWide = chance(50), isSigned = chance(50);
  Value* id = call(chance(70) ? KernelCall::LocalId : KernelCall::LocalLinearId, 0);
  if (!isWide) id = builder_.CreateTrunc(id, builder_.getInt32Ty());
  const auto number = [&](uint64_t n) { return llvm::ConstantInt::get(id->getType(), n); };
  const uint64_t columns = uint64_t{2} << pick(5);
  Value* row = isSigned ? builder_.CreateSDiv(id, number(columns))
                        : builder_.CreateUDiv(id, number(columns));
  Value* column = chance(50) ? builder_.CreateAnd(id, number(columns - 1))
                  : isSigned ? builder_.CreateSRem(id, number(columns))
                             : builder_.CreateURem(id, number(columns));
  if (chance(30)) std::swap(row, column);
  Value* index = builder_.CreateAdd(builder_.CreateMul(row, number(pick(30))), column);
  if (chance(30)) index = builder_.CreateAdd(index, number(pick(8)));
  if (count < 8192) index = builder_.CreateURem(index, number(count));
  return builder_.CreateZExt(index, builder_.getInt64Ty());
}

// Bits of a local id that are moved, inverted and left out, as in exchanges between work-items.
llvm::Value* RandomValues::exchangeIndex(uint64_t count) {
  constexpr uint64_t kMost = 4096;
  Value* id = call(KernelCall::LocalId, 0);
  if (chance(60)) id = builder_.CreateTrunc(id, builder_.getIntNTy(8u << pick(3)));
  const auto number = [&](uint64_t n) { return llvm::ConstantInt::get(id->getType(), n); };
  const uint64_t step = uint64_t{1} << pick(6);
  Value* rest = builder_.CreateAnd(id, number(step - 1));
  Value* index = id;
  switch (pick(4)) {
    case 0: index = builder_.CreateSub(builder_.CreateShl(id, number(1)), rest); break;
    case 1:
      index = builder_.CreateAdd(builder_.CreateMul(builder_.CreateSub(id, rest), number(4)), rest);
      break;
    case 2: index = rest; break;
    default: break;
  }
  for (unsigned steps = pick(4); steps > 0; --steps) switch (pick(6)) {
      case 0: index = builder_.CreateXor(index, number(pick(64))); break;
      case 1: index = builder_.CreateOr(index, number(pick(64))); break;
      case 2: index = builder_.CreateLShr(index, number(pick(7))); break;
      case 3: index = builder_.CreateAShr(index, number(pick(7))); break;
      case 4: index = builder_.CreateShl(index, number(pick(8))); break;
      default: index = builder_.CreateAnd(index, number(kMost - 1 - pick(64))); break;
    }
  if (chance(50)) index = builder_.CreateAdd(index, number(pick(64)));
  index = builder_.CreateAnd(index, number(std::bit_floor(std::min(count, kMost)) - 1));
  return builder_.CreateZExt(index, builder_.getInt64Ty());
}

// A number made of an id along some dimension, and one that is near those of the work-items, or the
// same. Numbers with a promise not to wrap do not.
llvm::Value* RandomValues::idNumber(Type* type, Value*& border) {
  const auto number = [&](uint64_t value) { return llvm::ConstantInt::get(type, value); };
  const KernelCall kind = chance(60) ? KernelCall::GlobalId : KernelCall::LocalId;
  const unsigned dim = pick(4) ? 0 : pick(3);
  border = chance(50)   ? number(pick(80))
           : chance(50) ? number(pick(kMostId))
                        : builder_.CreateURem(uniformValue(type), number(kMostId));
  if (chance(15)) {  // ids as they are, which may cross a multiple of 2^31
    Value* offset = kind == KernelCall::GlobalId ? call(KernelCall::GlobalOffset, dim) : i64(0);
    border = builder_.CreateAdd(builder_.CreateTrunc(offset, type), border);
    return builder_.CreateTrunc(call(kind, dim), type);
  }
  Value* id = builder_.CreateTrunc(smallId(kind, dim), type);
  const bool isMarked = chance(60);
  switch (pick(6)) {
    case 0: return builder_.CreateAdd(id, number(pick(40)), "", isMarked && chance(50), isMarked);
    case 1: return builder_.CreateSub(id, number(pick(40)), "", false, isMarked);
    case 2: return builder_.CreateSub(border, id, "", false, isMarked);
    case 3:
      return builder_.CreateMul(id, number(1 + pick(5)), "", isMarked && chance(50), isMarked);
    default: return id;
  }
}

// What guards look like.
llvm::Value* RandomValues::idCondition() {
  if (chance(10)) return builder_.CreateNot(idCondition());
  if (chance(30)) {
    Value *first = idCondition(), *second = chance(70) ? idCondition() : condition();
    switch (pick(4)) {
      case 0: return builder_.CreateAnd(first, second);
      case 1: return builder_.CreateOr(first, second);
      case 2: return builder_.CreateLogicalAnd(first, second);
      default: return builder_.CreateLogicalOr(first, second);
    }
  }
  Value* border = nullptr;
  Value* number = idNumber(chance(50) ? builder_.getInt32Ty() : builder_.getInt64Ty(), border);
  if (chance(10)) number = builder_.CreateFreeze(number);
  if (chance(20)) {  // which may wrap
    Type* narrow = chance(50) ? builder_.getInt8Ty() : builder_.getInt16Ty();
    number = builder_.CreateTrunc(number, narrow);
    border = builder_.CreateTrunc(border, narrow);
  }
  if (chance(15)) {
    Type* wide = chance(50) ? builder_.getInt32Ty() : builder_.getInt64Ty();
    const bool isSigned = chance(50);
    number = builder_.CreateIntCast(number, wide, isSigned);
    border = builder_.CreateIntCast(border, wide, isSigned);
  }
  if (chance(20)) {  // around zero and the limits of signed and unsigned numbers
    const unsigned bits = number->getType()->getIntegerBitWidth();
    const uint64_t limit = pick(3) ? 0 : uint64_t{1} << (bits - 1);
    border = llvm::ConstantInt::get(number->getType(), limit + pick(3) - 1);
  }
  if (chance(30)) std::swap(number, border);
  return compare(number, border);
}

/// An index below `count`, or one that must be compared with it.
llvm::Value* RandomValues::index(uint64_t count, bool& isGuarded) {
  Type* wide = builder_.getInt64Ty();
  Value* id =
      smallId(chance(70) ? KernelCall::GlobalId : KernelCall::LocalId, pick(4) ? 0 : pick(3));
  switch (pick(18)) {
    case 0: return i64(pick(count));
    case 1: {
      Value* number = builder_.CreateZExt(uniformValue(builder_.getInt32Ty()), wide);
      return builder_.CreateURem(number, i64(count));
    }
    case 2: {  // reversed
      if (chance(50)) return builder_.CreateSub(i64(kMostId + pick(8)), id);
      Value* last = i32(kMostId);
      return builder_.CreateSub(last, id32(0), "", /*HasNUW=*/false, /*HasNSW=*/chance(70));
    }
    case 3: {  // gid % n
      Value* n = chance(40) ? builder_.CreateZExt(kernel_->getArg(5), wide) : i64(1 + pick(40));
      return chance(50) ? builder_.CreateURem(id, n) : builder_.CreateSRem(id, n);
    }
    case 4: return builder_.CreateAnd(id, i64((1u << pick(7)) - 1));
    case 5: return builder_.CreateLShr(id, i64(pick(5)));
    case 6: {
      Value* n = chance(40) ? builder_.CreateZExt(kernel_->getArg(5), wide) : i64(1 + pick(40));
      return builder_.CreateUDiv(id, n);
    }
    case 7: return chance(50) ? tileIndex(count) : builder_.CreateXor(id, i64(pick(16)));
    case 13: return tileIndex(count);
    case 14: return matrixIndex(count);
    case 15:
    case 16: return exchangeIndex(count);
    case 8: {  // narrow ids
      Type* narrow = builder_.getIntNTy(chance(50) ? 8 : 16);
      Value* part = builder_.CreateAdd(builder_.CreateTrunc(id, narrow),
                                       llvm::ConstantInt::get(narrow, pick(20)));
      return builder_.CreateURem(builder_.CreateZExt(part, wide), i64(count));
    }
    case 9: return builder_.CreateURem(value(wide, 1), i64(count));
    case 10: return builder_.CreateURem(globalLinearId(), i64(count));
    case 11:
    case 12: return wrappingIndex(count, isGuarded);
    default: return strideIndex(count);
  }
}

// The address of an element; the index may have 32 bits, whose sign is extended.
llvm::Value* RandomValues::addressOf(Type* element, Value* base, Value* index, bool isGuarded) {
  const bool inBounds = !isGuarded && chance(50);
  const auto flags = inBounds ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
  switch (pick(4)) {
    case 0: {
      if (!index->getType()->isIntegerTy(64))
        index = builder_.CreateSExt(index, builder_.getInt64Ty());
      Value* offset = builder_.CreateMul(index, i64(bytesOf(element)));
      return builder_.CreateGEP(builder_.getInt8Ty(), base, offset, "", flags);
    }
    case 1:
      return builder_.CreateGEP(llvm::ArrayType::get(element, 16), base,
                                {builder_.CreateTrunc(i64(0), index->getType()), index}, "", flags);
    default: return builder_.CreateGEP(element, base, index, "", flags);
  }
}

llvm::Value* RandomValues::loadInput(Type* type) {
  Type* element = chance(75) ? type : withElement(oneOf(scalarTypes_), type);
  // A vector may begin at any of its elements, as vloadn reads it.
  Type* step = element->isVectorTy() && chance(40) ? element->getScalarType() : element;
  const uint64_t count = kInBytes / bytesOf(step) - 16;
  bool isGuarded = false;
  Value* where = index(count, isGuarded);
  Value* address = addressOf(step, kernel_->getArg(1), where, isGuarded);
  const auto alignment = module_.getDataLayout().getABITypeAlign(step);
  if (!isGuarded) {
    auto* loaded = builder_.CreateAlignedLoad(element, address, alignment);
    if (chance(20))
      loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
    return cast(loaded, type);
  }
  auto *inside = newBlock("inside"), *behind = newBlock("guarded");
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateCondBr(
      builder_.CreateICmpULT(where, llvm::ConstantInt::get(where->getType(), count)), inside,
      behind);
  builder_.SetInsertPoint(inside);
  Value* loaded = builder_.CreateAlignedLoad(element, address, alignment);
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  llvm::PHINode* result = builder_.CreatePHI(element, 2);
  result->addIncoming(loaded, inside);
  result->addIncoming(constant(element), before);
  return cast(result, type);
}

llvm::Value* RandomValues::ownElement(unsigned region) {
  const Region& of = regions_[region];
  Value* id = globalLinearId();
  Value* count = builder_.CreateMul(
      builder_.CreateMul(call(KernelCall::GlobalSize, 0), call(KernelCall::GlobalSize, 1)),
      call(KernelCall::GlobalSize, 2));
  const uint64_t part = pick(of.perItem);
  Value* where = nullptr;
  switch (of.mapping) {
    case 0: where = builder_.CreateAdd(builder_.CreateMul(id, i64(of.perItem)), i64(part)); break;
    case 1: where = builder_.CreateAdd(builder_.CreateMul(count, i64(part)), id); break;
    case 2: {
      Value* reversed = builder_.CreateSub(builder_.CreateSub(count, i64(1)), id);
      where = builder_.CreateAdd(builder_.CreateMul(reversed, i64(of.perItem)), i64(part));
      break;
    }
    case 3:  // 1021 is a prime number
      where = builder_.CreateURem(builder_.CreateAdd(builder_.CreateMul(id, i64(5)), i64(3)),
                                  i64(1021));
      break;
    case 4: where = builder_.CreateURem(builder_.CreateAdd(id, i64(3)), count); break;
    case 5: where = builder_.CreateXor(id, i64(1)); break;
    default: {  // 32-bit unsigned numbers that wrap and come back
      Value* narrow = builder_.CreateTrunc(id, builder_.getInt32Ty());
      narrow = builder_.CreateAdd(builder_.CreateSub(narrow, i32(20)), i32(20));
      where = builder_.CreateZExt(narrow, builder_.getInt64Ty());
    }
  }
  Value* base = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), kernel_->getArg(2),
                                            uint64_t{region} * kRegionBytes);
  return addressOf(of.element, base, where, /*isGuarded=*/false);
}

llvm::Value* RandomValues::arrayElement(const PrivateArray& array) {
  Value* variable = array.variable;
  if (chance(10)) {
    std::vector<llvm::AllocaInst*> same;
    for (const PrivateArray& other : arrays_)
      if (other.element == array.element && other.count == array.count)
        same.push_back(other.variable);
    variable = builder_.CreateSelect(condition(), variable, oneOf(same));
  }
  Value* which = chance(30) ? i32(pick(array.count))
                 : chance(40)
                     ? builder_.CreateAnd(uniformValue(builder_.getInt32Ty()), i32(array.count - 1))
                     : builder_.CreateAnd(variableOf(builder_.getInt32Ty()), i32(array.count - 1));
  if (chance(30)) which = builder_.CreateZExt(which, builder_.getInt64Ty());
  return builder_.CreateGEP(array.element, variable, which);
}

}  // namespace lanewise::fuzz
