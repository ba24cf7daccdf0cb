// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is undefined is avoided where it is made: divisors are odd and positive, shifts are masked,
// floating-point numbers are clamped before they become integers. The bits of a NaN and the sign of
// a zero that min and max return are not specified: bitsOf() makes all NaNs one, and min and max
// add a zero.
#include "tests/reference/random_values.h"

#include <llvm/IR/Constants.h>

#include <cmath>
#include <iterator>

namespace lanewise::fuzz {

using llvm::Intrinsic::ID;

unsigned RandomValues::countOf(const Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

llvm::Type* RandomValues::withElement(Type* element, const Type* like) {
  return like->isVectorTy() ? llvm::FixedVectorType::get(element, countOf(like)) : element;
}

llvm::Type* RandomValues::integerOf(const Type* type) {
  return withElement(builder_.getIntNTy(type->getScalarSizeInBits()), type);
}

unsigned RandomValues::bytesOf(Type* type) const {
  return static_cast<unsigned>(module_.getDataLayout().getTypeAllocSize(type).getFixedValue());
}

void RandomValues::chooseTypes() {
  std::vector<Type*> all = {builder_.getInt8Ty(), builder_.getInt16Ty(), builder_.getInt64Ty(),
                            builder_.getHalfTy(), builder_.getFloatTy(), builder_.getDoubleTy(),
                            builder_.getFloatTy()};
  scalarTypes_ = {builder_.getInt32Ty()};
  for (unsigned i = 0, count = 1 + pick(3); i < count; ++i) scalarTypes_.push_back(oneOf(all));
  static constexpr unsigned kCounts[] = {2, 2, 3, 4, 4, 8, 16};
  for (unsigned i = 0, count = pick(3); i < count; ++i)
    vectorTypes_.push_back(
        llvm::FixedVectorType::get(oneOf(scalarTypes_), kCounts[pick(std::size(kCounts))]));
}

llvm::Value* RandomValues::constant(Type* type) {
  Type* element = type->getScalarType();
  if (type->isVectorTy()) {
    llvm::SmallVector<llvm::Constant*, 16> elements;
    for (unsigned i = 0; i < countOf(type); ++i)
      elements.push_back(llvm::cast<llvm::Constant>(constant(element)));
    return llvm::ConstantVector::get(elements);
  }
  if (isFloat(type)) {
    static constexpr double kNumbers[] = {0.0, -0.0, 1.0, -1.5, 0.25, 3.0, 100.0, -7.0};
    return llvm::ConstantFP::get(type, kNumbers[pick(std::size(kNumbers))]);
  }
  const uint64_t number = chance(70)   ? pick(20)
                          : chance(50) ? random_()
                                       : 0 - uint64_t{1 + pick(9)};
  return builder_.getInt(llvm::APInt(type->getIntegerBitWidth(), number));
}

llvm::Value* RandomValues::bitsOf(Value* value) {
  Type* type = integerOf(value->getType());
  if (!isFloat(value->getType())) return value;
  llvm::Constant* nan = llvm::ConstantInt::get(
      type, llvm::APFloat::getQNaN(value->getType()->getScalarType()->getFltSemantics())
                .bitcastToAPInt());
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), nan,
                               builder_.CreateBitCast(value, type));
}

llvm::Value* RandomValues::comparable(Value* value) {
  return isFloat(value->getType()) ? builder_.CreateBitCast(bitsOf(value), value->getType())
                                   : value;
}

llvm::Value* RandomValues::cast(Value* value, Type* type) {
  Type* from = value->getType();
  if (from == type) return value;
  if (from->isVectorTy() != type->isVectorTy() || countOf(from) != countOf(type)) {
    Value* scalar =
        from->isVectorTy() ? builder_.CreateExtractElement(value, pick(countOf(from))) : value;
    scalar = cast(scalar, type->getScalarType());
    return type->isVectorTy() ? builder_.CreateVectorSplat(countOf(type), scalar) : scalar;
  }
  const unsigned fromBits = from->getScalarSizeInBits(), toBits = type->getScalarSizeInBits();
  if (isFloat(from) && isFloat(type)) return builder_.CreateFPCast(value, type);
  if (!isFloat(from) && !isFloat(type))
    return chance(50) ? builder_.CreateSExtOrTrunc(value, type)
                      : builder_.CreateZExtOrTrunc(value, type);
  if (fromBits == toBits && chance(30))
    return isFloat(from) ? bitsOf(value) : builder_.CreateBitCast(value, type);
  if (!isFloat(from))
    return chance(50) ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
  const bool isSigned = chance(50);
  double limit = toBits == 8 ? 100 : toBits == 16 ? 30000 : toBits == 32 ? 1e9 : 1e15;
  if (fromBits == 16) limit = std::min(limit, 60000.0);
  Value* inRange = builder_.CreateAnd(
      builder_.CreateFCmpOGE(value, llvm::ConstantFP::get(from, isSigned ? -limit : 0)),
      builder_.CreateFCmpOLE(value, llvm::ConstantFP::get(from, limit)));
  value = builder_.CreateSelect(inRange, value, llvm::ConstantFP::get(from, 5.0));
  return isSigned ? builder_.CreateFPToSI(value, type) : builder_.CreateFPToUI(value, type);
}

llvm::Value* RandomValues::compare(Value* a, Value* b) {
  if (isFloat(a->getType()))
    return builder_.CreateFCmp(
        static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::FCMP_OEQ + pick(14)), a, b);
  return builder_.CreateICmp(
      static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + pick(10)), a, b);
}

llvm::Value* RandomValues::condition() {
  if (chance(15)) {
    Value* flag = load(oneOf(flags_));
    return chance(50) ? flag : builder_.CreateNot(flag);
  }
  if (chance(10)) return builder_.CreateAnd(condition(), condition());
  if (chance(15)) return idCondition();
  Type* type = oneOf(scalarTypes_);
  if (isFloat(type) || chance(40)) return compare(value(type, 1), value(type, 1));
  Value* number = builder_.CreateURem(value(type, 1), llvm::ConstantInt::get(type, 7));
  return builder_.CreateICmpULT(number, llvm::ConstantInt::get(type, 1 + pick(6)));
}

llvm::Value* RandomValues::uniformValue(Type* type) {
  switch (pick(9)) {
    case 0: return cast(kernel_->getArg(5), type);
    case 1: return cast(kernel_->getArg(6), type);
    case 2: return cast(kernel_->getArg(7), type);
    case 3: return cast(call(KernelCall::GroupId, pick(3)), type);
    case 4:
      return cast(call(chance(50) ? KernelCall::LocalSize : KernelCall::GlobalSize, pick(3)), type);
    case 5:
      return cast(builder_.CreateLoad(builder_.getInt32Ty(),
                                      builder_.CreateConstGEP1_64(builder_.getInt32Ty(),
                                                                  kernel_->getArg(8), pick(4))),
                  type);
    case 6: return constant(type);
    default: return cast(load(oneOf(uniform_)), type);
  }
}

llvm::Value* RandomValues::uniformCondition() {
  Type* type = builder_.getInt32Ty();
  Value* number = builder_.CreateURem(uniformValue(type), i32(2 + pick(3)));
  return builder_.CreateICmpEQ(number, i32(0));
}

llvm::Value* RandomValues::value(Type* type, unsigned depth) {
  if (--budget_ < 0) return chance(80) ? variableOf(type) : constant(type);
  if (depth == 0 || chance(25)) return leaf(type);
  if (type->isVectorTy() && chance(50)) return vectorOperation(type, depth - 1);
  switch (pick(10)) {
    case 0: {
      Type* other = withElement(oneOf(scalarTypes_), type);
      return cast(value(other, depth - 1), type);
    }
    case 1: {
      Type* other = withElement(oneOf(scalarTypes_), type);
      Value* which = chance(30) ? condition() : compare(value(other, 0), value(other, depth - 1));
      Value* a = value(type, depth - 1);
      return builder_.CreateSelect(which, a, value(type, 0));
    }
    case 2:
      if (usesLibrary_) return libraryCall(type, depth - 1);
      [[fallthrough]];
    case 3:
      if (type->isIntegerTy()) return cast(promoted(), type);
      [[fallthrough]];
    default:
      return isFloat(type) ? floatOperation(type, depth - 1) : integerOperation(type, depth - 1);
  }
}

// A network of operations in 32 bits on bytes and constants, as C makes it. Often 16 bits are
// enough.
llvm::Value* RandomValues::promoted() {
  std::vector<Value*> numbers;
  for (unsigned i = 0; i < 2 + pick(2); ++i) {
    Value* byte = value(chance(85) ? builder_.getInt8Ty() : builder_.getInt16Ty(), 0);
    numbers.push_back(chance(50) ? builder_.CreateSExt(byte, builder_.getInt32Ty())
                                 : builder_.CreateZExt(byte, builder_.getInt32Ty()));
  }
  numbers.push_back(i32(pick(300)));
  for (unsigned i = 0; i < 3 + pick(5); ++i) {
    Value *a = oneOf(numbers), *b = oneOf(numbers), *bits = i32(pick(4));
    switch (pick(14)) {
      case 0: numbers.push_back(builder_.CreateSub(a, b)); break;
      case 1: numbers.push_back(builder_.CreateAnd(a, b)); break;
      case 2: numbers.push_back(builder_.CreateOr(a, b)); break;
      case 3: numbers.push_back(builder_.CreateXor(a, b)); break;
      case 4: numbers.push_back(builder_.CreateMul(a, i32(pick(9)))); break;
      case 5: numbers.push_back(builder_.CreateShl(a, bits)); break;
      case 6: numbers.push_back(builder_.CreateAShr(a, bits)); break;
      case 7: numbers.push_back(builder_.CreateLShr(a, bits)); break;
      case 8:
        numbers.push_back(
            builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, builder_.getFalse()));
        break;
      case 9: {
        static constexpr ID kExtrema[] = {llvm::Intrinsic::smin, llvm::Intrinsic::smax,
                                          llvm::Intrinsic::umin, llvm::Intrinsic::umax};
        numbers.push_back(builder_.CreateBinaryIntrinsic(kExtrema[pick(4)], a, b));
        break;
      }
      case 10: numbers.push_back(builder_.CreateSelect(compare(a, b), oneOf(numbers), b)); break;
      case 11: numbers.push_back(builder_.CreateMul(a, b)); break;
      default: numbers.push_back(builder_.CreateAdd(a, b)); break;
    }
  }
  Value* last = numbers.back();
  return chance(60) ? builder_.CreateTrunc(last, builder_.getInt8Ty()) : last;
}

llvm::Value* RandomValues::leaf(Type* type) {
  switch (pick(12)) {
    case 0: return constant(type);
    case 1: return uniformValue(type);
    case 2: return cast(idOf(oneOf(scalarTypes_)), type);
    case 3:
    case 4: return loadInput(type);
    case 5: {
      const unsigned region = pick(regions_.size());
      return cast(builder_.CreateLoad(regions_[region].element, ownElement(region)), type);
    }
    case 6: {
      if (arrays_.empty()) return variableOf(type);
      const PrivateArray& array = oneOf(arrays_);
      return cast(builder_.CreateLoad(array.element, arrayElement(array)), type);
    }
    case 7: return records_ ? recordMember(type) : variableOf(type);
    default: return variableOf(type);
  }
}

llvm::Value* RandomValues::variableOf(Type* type) {
  std::vector<llvm::AllocaInst*> fitting;
  for (llvm::AllocaInst* variable : variables_)
    if (variable->getAllocatedType() == type) fitting.push_back(variable);
  llvm::AllocaInst* variable = !fitting.empty() && chance(80) ? oneOf(fitting) : oneOf(variables_);
  Value* value = load(variable);
  if (!type->isVectorTy() && value->getType()->isVectorTy() && chance(40)) {
    const unsigned count = countOf(value->getType());
    Value* which = cast(variableOf(builder_.getInt32Ty()), builder_.getInt32Ty());
    value = builder_.CreateExtractElement(value, builder_.CreateURem(which, i32(count)));
  }
  return cast(value, type);
}

llvm::Value* RandomValues::idOf(Type* type) {
  static constexpr KernelCall kIds[] = {KernelCall::GlobalId, KernelCall::LocalId};
  if (chance(20))
    return cast(call(chance(50) ? KernelCall::LocalLinearId : KernelCall::GlobalLinearId), type);
  return cast(call(kIds[pick(2)], chance(70) ? 0 : pick(3)), type);
}

// Records are structures { i8, i32, <2 x float>, i16, double }.
llvm::Value* RandomValues::recordMember(Type* type) {
  auto* array = llvm::cast<llvm::ArrayType>(records_->getAllocatedType());
  const unsigned member = pick(5);
  Value* which =
      builder_.CreateURem(variableOf(builder_.getInt32Ty()), i32(array->getNumElements()));
  if (chance(30)) which = i32(pick(array->getNumElements()));
  Value* address = builder_.CreateGEP(array, records_, {i32(0), which, i32(member)});
  return cast(
      builder_.CreateLoad(
          llvm::cast<llvm::StructType>(array->getElementType())->getElementType(member), address),
      type);
}

llvm::Value* RandomValues::integerOperation(Type* type, unsigned depth) {
  Value* a = value(type, depth);
  const unsigned bits = type->getScalarSizeInBits();
  const auto number = [&](uint64_t n) { return llvm::ConstantInt::get(type, n); };
  switch (pick(18)) {
    case 0: return builder_.CreateSub(a, value(type, depth));
    case 1:
    case 2: return builder_.CreateMul(a, value(type, depth));
    case 3: return builder_.CreateXor(a, value(type, depth));
    case 4: return builder_.CreateAnd(a, value(type, depth));
    case 5: return builder_.CreateOr(a, value(type, depth));
    case 6:
    case 7: {
      Value* divisor =
          builder_.CreateOr(builder_.CreateAnd(value(type, depth), number(63)), number(1));
      if (chance(30)) divisor = number(1 + pick(40));
      switch (pick(4)) {
        case 0: return builder_.CreateUDiv(a, divisor);
        case 1: return builder_.CreateURem(a, divisor);
        case 2: return builder_.CreateSDiv(a, divisor);
        default: return builder_.CreateSRem(a, divisor);
      }
    }
    case 8:
    case 9: {
      Value* shift = builder_.CreateAnd(value(type, depth), number(bits - 1));
      if (chance(40)) shift = number(pick(bits));
      switch (pick(3)) {
        case 0: return builder_.CreateShl(a, shift);
        case 1: return builder_.CreateLShr(a, shift);
        default: return builder_.CreateAShr(a, shift);
      }
    }
    case 10:
    case 11: return integerIntrinsic(type, depth);
    case 12: return type->isVectorTy() ? a : withOverflow(type, depth);
    case 13:
      if (!type->isVectorTy() && !vectorTypes_.empty()) return reduction(type);
      [[fallthrough]];
    default: return builder_.CreateAdd(a, value(type, depth));
  }
}

llvm::Value* RandomValues::integerIntrinsic(Type* type, unsigned depth) {
  static constexpr ID kUnary[] = {llvm::Intrinsic::ctpop, llvm::Intrinsic::bitreverse};
  static constexpr ID kBinary[] = {llvm::Intrinsic::smin,     llvm::Intrinsic::smax,
                                   llvm::Intrinsic::umin,     llvm::Intrinsic::umax,
                                   llvm::Intrinsic::sadd_sat, llvm::Intrinsic::uadd_sat,
                                   llvm::Intrinsic::ssub_sat, llvm::Intrinsic::usub_sat};
  Value* a = value(type, depth);
  switch (pick(7)) {
    case 0: return builder_.CreateUnaryIntrinsic(kUnary[pick(2)], a);
    case 1:
      return builder_.CreateBinaryIntrinsic(
          chance(50) ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz, a, builder_.getFalse());
    case 2: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, builder_.getFalse());
    case 3:  // as of `rotate`: LLVM 19 makes shifts by 32 bits of fshl(0, x, <0, 1>)
      return builder_.CreateIntrinsic(chance(50) ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr,
                                      {type}, {a, a, value(type, depth)});
    default:
      return builder_.CreateBinaryIntrinsic(kBinary[pick(std::size(kBinary))], a,
                                            value(type, depth));
  }
}

llvm::Value* RandomValues::withOverflow(Type* type, unsigned depth) {
  static constexpr ID kOperations[] = {
      llvm::Intrinsic::sadd_with_overflow, llvm::Intrinsic::uadd_with_overflow,
      llvm::Intrinsic::ssub_with_overflow, llvm::Intrinsic::usub_with_overflow,
      llvm::Intrinsic::smul_with_overflow, llvm::Intrinsic::umul_with_overflow};
  Value* a = value(type, depth);
  Value* pair =
      builder_.CreateBinaryIntrinsic(kOperations[pick(std::size(kOperations))], a, value(type, 0));
  Value* flag = builder_.CreateZExt(builder_.CreateExtractValue(pair, 1), type);
  return builder_.CreateAdd(builder_.CreateExtractValue(pair, 0), flag);
}

llvm::Value* RandomValues::reduction(Type* type) {
  Type* vector = withElement(type, oneOf(vectorTypes_));
  Value* a = value(vector, 0);
  switch (pick(6)) {
    case 0: return builder_.CreateAddReduce(a);
    case 1: return builder_.CreateMulReduce(a);
    case 2: return builder_.CreateXorReduce(a);
    case 3: return builder_.CreateOrReduce(a);
    case 4: return builder_.CreateIntMaxReduce(a, chance(50));
    default: return builder_.CreateIntMinReduce(a, chance(50));
  }
}

// compare() in one of the forms that sources have: with numbers of more bits, of the other sign, or
// the opposite.
llvm::Value* RandomValues::compareSomehow(Value* a, Value* b) {
  Type* element = a->getType()->getScalarType();
  switch (pick(6)) {
    case 0: {
      if (element->isDoubleTy()) break;
      Type* wider = withElement(
          element->isHalfTy() ? builder_.getFloatTy() : builder_.getDoubleTy(), a->getType());
      return compare(builder_.CreateFPExt(a, wider), builder_.CreateFPExt(b, wider));
    }
    case 1: return compare(builder_.CreateFNeg(a), builder_.CreateFNeg(b));
    case 2: return builder_.CreateNot(compare(a, b));
  }
  return compare(a, b);
}

// A select, or one of the bits.
llvm::Value* RandomValues::choose(Value* test, Value* yes, Value* no) {
  if (chance(70)) return builder_.CreateSelect(test, yes, no);
  Type* integer = integerOf(yes->getType());
  Type* type = yes->getType();
  yes = builder_.CreateBitCast(yes, integer);
  no = builder_.CreateBitCast(no, integer);
  if (!test->getType()->isVectorTy() || chance(50)) {
    yes = builder_.CreateSelect(test, yes, no);
  } else {
    Value* mask = builder_.CreateSExt(test, integer);
    yes = builder_.CreateOr(builder_.CreateAnd(mask, yes),
                            builder_.CreateAnd(builder_.CreateNot(mask), no));
  }
  return builder_.CreateBitCast(yes, type);
}

// The number is chosen anew in each iteration of a loop; the last one is used behind it.
llvm::Value* RandomValues::chooseInLoop(Value* number, Value* bound) {
  Value* trips = chance(60) ? i32(1 + pick(4)) : value(builder_.getInt32Ty(), 0);
  trips = builder_.CreateURem(trips, i32(5));
  auto *body = newBlock("choose"), *again = newBlock("choose.again"), *behind = newBlock("chosen");
  auto* before = builder_.CreateBr(body)->getParent();
  builder_.SetInsertPoint(body);
  llvm::PHINode* count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  llvm::PHINode* x = builder_.CreatePHI(number->getType(), 2);
  Value* test = compareSomehow(x, bound);
  Value* chosen = chance(50) ? choose(test, x, bound) : choose(test, bound, x);
  Value* next = builder_.CreateAdd(count, i32(1));
  builder_.CreateCondBr(builder_.CreateICmpULT(next, trips), again, behind);
  builder_.SetInsertPoint(again);
  count->addIncoming(i32(0), before);
  count->addIncoming(next, again);
  x->addIncoming(number, before);
  x->addIncoming(builder_.CreateFMul(chosen, llvm::ConstantFP::get(x->getType(), 3)), again);
  builder_.CreateBr(body);
  builder_.SetInsertPoint(behind);
  return chosen;
}

// A number between bounds that are few, so that one is met twice, and tests of it: LLVM joins
// these.
llvm::Value* RandomValues::limited(Value* number) {
  static constexpr double kBounds[] = {0, 0, -0.0, 1, -1, HUGE_VAL, 0x1p-14};
  Type* type = number->getType();
  llvm::Constant* bounds[] = {llvm::ConstantFP::get(type, kBounds[pick(std::size(kBounds))]),
                              llvm::ConstantFP::get(type, kBounds[pick(std::size(kBounds))])};
  // Numbers that are rare otherwise, for some of the work-items.
  static constexpr double kSpecial[] = {NAN, NAN, -0.0, -HUGE_VAL, -1};
  number = builder_.CreateSelect(compare(number, value(type, 0)), number,
                                 llvm::ConstantFP::get(type, kSpecial[pick(std::size(kSpecial))]));
  std::vector<Value*> numbers = {number}, tests;
  const auto recent = [&] { return chance(70) ? numbers.back() : oneOf(numbers); };
  for (unsigned steps = 3 + pick(6); steps; --steps) {
    Value *x = recent(), *bound = chance(70) ? bounds[0] : bounds[1];
    switch (pick(7)) {
      case 0: numbers.push_back(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x)); break;
      case 6:
        if (chance(30)) numbers.push_back(chooseInLoop(x, bound));
        break;
      case 1: tests.push_back(builder_.CreateFCmpUNO(x, chance(50) ? x : bound)); break;
      case 2: tests.push_back(compare(x, bound)); break;
      case 3:
        if (!tests.empty()) numbers.push_back(builder_.CreateSelect(oneOf(tests), x, recent()));
        break;
      default: {
        Value* test = compareSomehow(x, bound);
        if (chance(30)) tests.push_back(test);
        numbers.push_back(chance(50) ? choose(test, x, bound) : choose(test, bound, x));
      }
    }
  }
  if (tests.empty()) return numbers.back();
  Value* test = oneOf(tests);
  test =
      chance(50) ? builder_.CreateOr(test, oneOf(tests)) : builder_.CreateAnd(test, oneOf(tests));
  return builder_.CreateSelect(test, numbers.back(), oneOf(numbers));
}

llvm::Value* RandomValues::floatOperation(Type* type, unsigned depth) {
  Value* a = value(type, depth);
  const bool isHalf = type->getScalarType()->isHalfTy();
  switch (pick(14)) {
    case 0: return builder_.CreateFSub(a, value(type, depth));
    case 1:
    case 2: return builder_.CreateFMul(a, value(type, depth));
    case 3:
    case 4: return builder_.CreateFDiv(a, value(type, depth));
    case 5: return builder_.CreateFNeg(a);
    case 6: return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
    case 7: {
      static constexpr ID kRounding[] = {llvm::Intrinsic::floor, llvm::Intrinsic::ceil,
                                         llvm::Intrinsic::trunc, llvm::Intrinsic::rint};
      if (isHalf) return a;
      return builder_.CreateUnaryIntrinsic(kRounding[pick(4)], a);
    }
    case 8:
      if (isHalf) return a;
      return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a);
    case 9:
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, a,
                                            comparable(value(type, depth)));
    case 10:
      if (isHalf) return a;
      return builder_.CreateIntrinsic(llvm::Intrinsic::fma, {type},
                                      {a, value(type, depth), value(type, depth)});
    case 11: return limited(a);
    default: return builder_.CreateFAdd(a, value(type, depth));
  }
}

llvm::Value* RandomValues::vectorOperation(Type* type, unsigned depth) {
  const unsigned count = countOf(type);
  Value* a = value(type, depth);
  switch (pick(5)) {
    case 0:
    case 1: {
      llvm::SmallVector<int, 16> elements;
      for (unsigned i = 0; i < count; ++i) elements.push_back(static_cast<int>(pick(2 * count)));
      return builder_.CreateShuffleVector(a, value(type, depth), elements);
    }
    case 2: {
      Value* where = i32(pick(count));
      if (chance(50)) where = builder_.CreateURem(variableOf(builder_.getInt32Ty()), i32(count));
      return builder_.CreateInsertElement(a, value(type->getScalarType(), depth), where);
    }
    case 3: {  // bits of other elements
      const unsigned bits = type->getScalarSizeInBits() * count;
      const unsigned element = 8u << pick(4);
      if (bits % element != 0 || bits / element > 32) return a;
      Type* other = llvm::FixedVectorType::get(builder_.getIntNTy(element), bits / element);
      Value* parts = builder_.CreateBitCast(bitsOf(a), other);
      parts = builder_.CreateAdd(parts, llvm::ConstantInt::get(other, 1));
      return builder_.CreateBitCast(parts, type);
    }
    default: return builder_.CreateVectorSplat(count, value(type->getScalarType(), depth));
  }
}

llvm::Value* RandomValues::libraryCall(Type* type, unsigned depth) {
  struct Row {
    const char* name;
    const char* operands;  // v: of the type, n: a 32-bit integer, p: a result, q: an integer result
  };
  static constexpr Row kFloat[] = {
      {"exp", "v"},    {"exp2", "v"},       {"log", "v"},    {"log2", "v"},  {"sin", "v"},
      {"cos", "v"},    {"tan", "v"},        {"rsqrt", "v"},  {"cbrt", "v"},  {"round", "v"},
      {"sign", "v"},   {"atan", "v"},       {"tanh", "v"},   {"expm1", "v"}, {"sinpi", "v"},
      {"pow", "vv"},   {"atan2", "vv"},     {"hypot", "vv"}, {"fmod", "vv"}, {"remainder", "vv"},
      {"fdim", "vv"},  {"nextafter", "vv"}, {"step", "vv"},  {"fma", "vvv"}, {"ldexp", "vn"},
      {"pown", "vn"},  {"rootn", "vn"},     {"fract", "vp"}, {"modf", "vp"}, {"sincos", "vp"},
      {"frexp", "vq"}, {"remquo", "vvq"},   {"fmin", "vv"},  {"fmax", "vv"}};
  static constexpr Row kInteger[] = {
      {"s_hadd", "vv"},     {"u_rhadd", "vv"},   {"s_clamp", "vvv"},   {"u_abs_diff", "vv"},
      {"s_abs_diff", "vv"}, {"s_mad_hi", "vvv"}, {"u_mad_sat", "vvv"}, {"s_abs", "v"}};
  if (type->isVectorTy()) return value(type, depth);
  const bool real = isFloat(type);
  const Row& row = real ? kFloat[pick(std::size(kFloat))] : kInteger[pick(std::size(kInteger))];
  const std::string suffix = (real ? "_f" : "_i") + std::to_string(type->getScalarSizeInBits());
  std::string name = std::string("lw_") + row.name;
  llvm::SmallVector<Value*, 4> operands;
  llvm::SmallVector<Type*, 4> types;
  Value* second = nullptr;
  Type* secondType = nullptr;
  for (const char* kind = row.operands; *kind; ++kind) {
    if (*kind == 'v') {
      operands.push_back(value(type, depth));
      name += suffix;
    } else if (*kind == 'n') {
      operands.push_back(builder_.CreateSRem(value(builder_.getInt32Ty(), 0), i32(9)));
      name += "_i32";
    } else {
      secondType = *kind == 'p' ? type : builder_.getInt32Ty();
      llvm::IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
      second = entry.CreateAlloca(secondType);
      operands.push_back(second);
      name += "_p";
    }
    types.push_back(operands.back()->getType());
  }
  auto callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(type, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::WillReturn);
  if (!second) function->setDoesNotAccessMemory();
  Value* result = builder_.CreateCall(callee, operands);
  const llvm::StringRef called = row.name;
  if (called == "fmin" || called == "fmax")
    result = builder_.CreateFAdd(result, llvm::ConstantFP::get(type, 0.0));
  if (!second) return result;
  Value* other = cast(builder_.CreateLoad(secondType, second), type);
  return chance(50) ? other : builder_.CreateFSub(result, other);
}

}  // namespace lanewise::fuzz
