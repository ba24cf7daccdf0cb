// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction of floating-point numbers halves the vector in each step; LLVM knows those of
// integers. A scan (Hillis and Steele) moves the vector up by 1, 2, 4 ... lanes. There vectors of
// bools are integers, and a step is a shift.
#include "compiler/contract/collective_operations.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>
#include <numeric>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilderBase;
using Operation = CollectiveOperation;

unsigned lanesOf(const llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

bool isOfBools(const llvm::Value* vector) { return vector->getType()->isIntOrIntVectorTy(1); }

// Lanes first, first + 1 ... of a vector.
llvm::Value* part(Builder& builder, llvm::Value* vector, unsigned first, unsigned count) {
  llvm::SmallVector<int, 32> lanes(count);
  std::iota(lanes.begin(), lanes.end(), static_cast<int>(first));
  return builder.CreateShuffleVector(vector, lanes);
}

// Lane n has what lane n - distance had, the first ones what is neutral.
llvm::Value* movedUp(Builder& builder, Operation operation, llvm::Value* vector,
                     unsigned distance) {
  const unsigned lanes = lanesOf(vector);
  llvm::SmallVector<int, 32> from(lanes);
  for (unsigned lane = 0; lane < lanes; ++lane)
    from[lane] = static_cast<int>(lane < distance ? lanes + lane : lane - distance);
  return builder.CreateShuffleVector(vector, neutralOf(operation, vector->getType()), from);
}

// Bit n has what bit n - distance had, the first ones what is neutral.
llvm::Value* bitsMovedUp(Builder& builder, Operation operation, llvm::Value* bits,
                         unsigned distance) {
  llvm::Value* moved = builder.CreateShl(bits, distance);
  if (operation != Operation::And) return moved;
  const unsigned width = bits->getType()->getIntegerBitWidth();
  return builder.CreateOr(
      moved, llvm::ConstantInt::get(bits->getType(), llvm::APInt::getLowBitsSet(width, distance)));
}

template <class MoveUp>
llvm::Value* scan(Builder& builder, Operation operation, llvm::Value* value, unsigned lanes,
                  MoveUp&& moveUp) {
  for (unsigned distance = 1; distance < lanes; distance *= 2)
    value = combine(builder, operation, moveUp(builder, operation, value, distance), value);
  return value;
}

llvm::Value* bitsOf(Builder& builder, llvm::Value* bools) {
  return builder.CreateBitCast(bools, builder.getIntNTy(lanesOf(bools)));
}

// An operation on integers, whose order does not matter, in LLVM's words.
struct IntegerOperation {
  Operation operation;
  unsigned opcode;              // of scalars; 0: the intrinsic
  llvm::Intrinsic::ID scalars;  // or none
  llvm::Intrinsic::ID reduction;
};

constexpr llvm::Intrinsic::ID kNone = llvm::Intrinsic::not_intrinsic;
constexpr IntegerOperation kIntegerOperations[] = {
    {Operation::Add, llvm::Instruction::Add, kNone, llvm::Intrinsic::vector_reduce_add},
    {Operation::Mul, llvm::Instruction::Mul, kNone, llvm::Intrinsic::vector_reduce_mul},
    {Operation::And, llvm::Instruction::And, kNone, llvm::Intrinsic::vector_reduce_and},
    {Operation::Or, llvm::Instruction::Or, kNone, llvm::Intrinsic::vector_reduce_or},
    {Operation::Xor, llvm::Instruction::Xor, kNone, llvm::Intrinsic::vector_reduce_xor},
    {Operation::SMin, 0, llvm::Intrinsic::smin, llvm::Intrinsic::vector_reduce_smin},
    {Operation::SMax, 0, llvm::Intrinsic::smax, llvm::Intrinsic::vector_reduce_smax},
    {Operation::UMin, 0, llvm::Intrinsic::umin, llvm::Intrinsic::vector_reduce_umin},
    {Operation::UMax, 0, llvm::Intrinsic::umax, llvm::Intrinsic::vector_reduce_umax},
};

llvm::Intrinsic::ID intrinsicOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call ? call->getIntrinsicID() : kNone;
}

}  // namespace

llvm::StringRef nameOf(Operation operation) {
  static constexpr llvm::StringLiteral kNames[] = {
#define COLLECTIVE_OPERATION(id, name) name,
#include "compiler/contract/collective_operations.def"
  };
  return kNames[static_cast<size_t>(operation)];
}

std::optional<Operation> collectiveOperationOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Operation>>(name)
#define COLLECTIVE_OPERATION(id, name) .Case(name, Operation::id)
#include "compiler/contract/collective_operations.def"
      .Default(std::nullopt);
}

llvm::Constant* neutralOf(Operation operation, llvm::Type* type) {
  switch (operation) {
    case Operation::FAdd: return llvm::ConstantFP::getNegativeZero(type);
    case Operation::FMin:
    case Operation::FMax: return llvm::ConstantFP::getQNaN(type);
    default: return identityOf(operation, type);
  }
}

llvm::Constant* identityOf(Operation operation, llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case Operation::Add:
    case Operation::FAdd:
    case Operation::UMax:
    case Operation::Or:
    case Operation::Xor: return llvm::Constant::getNullValue(type);
    case Operation::Mul: return llvm::ConstantInt::get(type, 1);
    case Operation::FMul: return llvm::ConstantFP::get(type, 1.0);
    case Operation::UMin:
    case Operation::And: return llvm::Constant::getAllOnesValue(type);
    case Operation::SMin: return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    case Operation::SMax: return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case Operation::FMin: return llvm::ConstantFP::getInfinity(type);
    case Operation::FMax: return llvm::ConstantFP::getInfinity(type, /*Negative=*/true);
  }
  llvm_unreachable("every operation has its case");
}

llvm::Value* combine(Builder& builder, Operation operation, llvm::Value* a, llvm::Value* b) {
  const auto intrinsic = [&](llvm::Intrinsic::ID id) {
    return builder.CreateBinaryIntrinsic(id, a, b);
  };
  switch (operation) {
    case Operation::Add: return builder.CreateAdd(a, b);
    case Operation::FAdd: return builder.CreateFAdd(a, b);
    case Operation::Mul: return builder.CreateMul(a, b);
    case Operation::FMul: return builder.CreateFMul(a, b);
    case Operation::SMin: return intrinsic(llvm::Intrinsic::smin);
    case Operation::UMin: return intrinsic(llvm::Intrinsic::umin);
    case Operation::FMin: return intrinsic(llvm::Intrinsic::minnum);
    case Operation::SMax: return intrinsic(llvm::Intrinsic::smax);
    case Operation::UMax: return intrinsic(llvm::Intrinsic::umax);
    case Operation::FMax: return intrinsic(llvm::Intrinsic::maxnum);
    case Operation::And: return builder.CreateAnd(a, b);
    case Operation::Or: return builder.CreateOr(a, b);
    case Operation::Xor: return builder.CreateXor(a, b);
  }
  llvm_unreachable("every operation has its case");
}

llvm::Value* neutralWhereInactive(Builder& builder, Operation operation, llvm::Value* vector,
                                  llvm::Value* mask) {
  return builder.CreateSelect(mask, vector, neutralOf(operation, vector->getType()));
}

llvm::Value* reduceLanes(Builder& builder, Operation operation, llvm::Value* vector) {
  for (const IntegerOperation& row : kIntegerOperations)
    if (row.operation == operation)
      return builder.CreateIntrinsic(row.reduction, {vector->getType()}, {vector});
  for (unsigned half = lanesOf(vector) / 2; half > 0; half /= 2) {
    llvm::Value* low = part(builder, vector, 0, half);
    vector = combine(builder, operation, low, part(builder, vector, half, half));
  }
  return builder.CreateExtractElement(vector, uint64_t{0});
}

std::optional<Operation> integerOperationOf(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy()) return std::nullopt;
  const llvm::Intrinsic::ID intrinsic = intrinsicOf(instruction);
  for (const IntegerOperation& row : kIntegerOperations)
    if (row.opcode ? row.opcode == instruction.getOpcode() : row.scalars == intrinsic)
      return row.operation;
  return std::nullopt;
}

std::optional<Operation> integerReductionOf(const llvm::Instruction& instruction) {
  const llvm::Intrinsic::ID intrinsic = intrinsicOf(instruction);
  for (const IntegerOperation& row : kIntegerOperations)
    if (row.reduction == intrinsic) return row.operation;
  return std::nullopt;
}

llvm::Value* inclusiveScanOfLanes(Builder& builder, Operation operation, llvm::Value* vector) {
  const unsigned lanes = lanesOf(vector);
  if (!isOfBools(vector)) return scan(builder, operation, vector, lanes, movedUp);
  llvm::Value* bits = scan(builder, operation, bitsOf(builder, vector), lanes, bitsMovedUp);
  return builder.CreateBitCast(bits, vector->getType());
}

llvm::Value* exclusiveScanOfLanes(Builder& builder, Operation operation,
                                  llvm::Value* inclusiveScan) {
  if (!isOfBools(inclusiveScan)) return movedUp(builder, operation, inclusiveScan, 1);
  llvm::Value* bits = bitsMovedUp(builder, operation, bitsOf(builder, inclusiveScan), 1);
  return builder.CreateBitCast(bits, inclusiveScan->getType());
}

llvm::Value* withIdentity(Builder& builder, Operation operation, llvm::Value* exclusiveScan,
                          llvm::function_ref<llvm::Value*()> isFirst) {
  llvm::Constant* identity = identityOf(operation, exclusiveScan->getType());
  if (identity == neutralOf(operation, exclusiveScan->getType())) return exclusiveScan;
  return builder.CreateSelect(isFirst(), identity, exclusiveScan);
}

}  // namespace lanewise
