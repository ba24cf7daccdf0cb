// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-half-vectors: operations on vectors of half are computed in float, with one rounding to
// half. LLVM 19 compares, rounds and converts them element by element where the processor has no
// arithmetic on half. A float has more than twice the digits of a half, so that sums, products,
// quotients and roots of halves have the result of one rounding.
//
// Where the processor has no conversions between half and float either, they are operations on
// integers; LLVM calls a function for each element.
#include "compiler/contract/pass.h"
#include "compiler/target/half_operations.h"
#include "compiler/target/target.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise {

/// Requires: no minnum and maxnum of half. Ensures: where the processor has no arithmetic on half,
/// vectors of it have no operation of target/half_operations.h but conversions, and those only if
/// the processor has them. Why here: instcombine takes arithmetic on extended halves for arithmetic
/// on halves.
MODULE_PASS(ExpandHalfVectorsPass);

namespace {

using Builder = llvm::IRBuilder<>;

// The formats: where the exponent of a half begins in its bits and in those of a float, and the
// difference of the exponents' biases.
constexpr unsigned kFewerPlaces = 13, kFloatPlaces = 23, kBiasDifference = 112;
constexpr uint32_t kHalfMagnitude = 0x7fff, kHalfInfinity = 0x7c00, kHalfQuiet = 0x200;
constexpr uint32_t kFloatSign = 0x80000000, kFloatInfinity = 0x7f800000;
constexpr uint32_t kFloatQuiet = kHalfQuiet << kFewerPlaces;
constexpr uint32_t kLeastNormalHalf = (kBiasDifference + 1) << kFloatPlaces;  // as a float: 2^-14
constexpr uint32_t kBehindHalves = (kBiasDifference + 31) << kFloatPlaces;    // 2^16
// 2^-1, the last digit of which is that of a denormal half.
constexpr uint32_t kUnitOfDenormals = (kBiasDifference + 14) << kFloatPlaces;
constexpr unsigned kIndexBits = 16;  // of the integers to which halves are converted in a register

class Expansion {
 public:
  /// \pre isComputedInFloat(instruction)
  Expansion(llvm::Instruction& instruction, bool hasConversions)
      : builder_(&instruction), instruction_(instruction), hasConversions_(hasConversions) {}

  /// What replaces the instruction; null if code generation knows what to do with it.
  llvm::Value* result() {
    using llvm::Instruction;
    llvm::Type* type = instruction_.getType();
    llvm::Value& operand = *instruction_.getOperand(0);
    switch (instruction_.getOpcode()) {
      case Instruction::Call:
        return truncate(*builder_.CreateUnaryIntrinsic(
            llvm::cast<llvm::IntrinsicInst>(instruction_).getIntrinsicID(), extend(operand)));
      case Instruction::FCmp:
        return builder_.CreateFCmp(llvm::cast<llvm::FCmpInst>(instruction_).getPredicate(),
                                   extend(operand), extend(*instruction_.getOperand(1)));
      case Instruction::FPExt:
        return hasConversions_ ? nullptr : builder_.CreateFPExt(extend(operand), type);
      case Instruction::FPTrunc:
        if (operand.getType()->getScalarType()->isDoubleTy()) return truncate(*oddFloat(operand));
        return hasConversions_ ? nullptr : truncate(operand);
      case Instruction::FPToSI:
      case Instruction::FPToUI: return toInteger(operand, *type);
      case Instruction::SIToFP:
      case Instruction::UIToFP:
        // Integers that a float rounds are beyond the largest half.
        return hasConversions_ ? nullptr
                               : truncate(*builder_.CreateCast(
                                     llvm::cast<llvm::CastInst>(instruction_).getOpcode(), &operand,
                                     type->getWithNewType(builder_.getFloatTy())));
      default:
        return truncate(
            *builder_.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction_).getOpcode(),
                                  extend(operand), extend(*instruction_.getOperand(1))));
    }
  }

 private:
  llvm::Value* toInteger(llvm::Value& half, llvm::Type& type) {
    const bool isNarrow = type.getScalarSizeInBits() <= kIndexBits;
    if (hasConversions_ && !isNarrow) return nullptr;
    llvm::Value* number = extend(half);
    if (!isNarrow)
      return builder_.CreateCast(llvm::cast<llvm::CastInst>(instruction_).getOpcode(), number,
                                 &type);
    return builder_.CreateTrunc(
        builder_.CreateFPToSI(number, type.getWithNewType(builder_.getInt32Ty())), &type);
  }

  llvm::Value* extend(llvm::Value& half) {
    llvm::Type* floats = half.getType()->getWithNewType(builder_.getFloatTy());
    if (hasConversions_ || llvm::isa<llvm::Constant>(half))
      return builder_.CreateFPExt(&half, floats);
    llvm::Type* words = half.getType()->getWithNewType(builder_.getInt32Ty());
    const auto word = [&](uint32_t value) { return llvm::ConstantInt::get(words, value); };
    llvm::Value* bits = builder_.CreateZExt(
        builder_.CreateBitCast(&half, half.getType()->getWithNewType(builder_.getInt16Ty())),
        words);
    llvm::Value* magnitude =
        builder_.CreateShl(builder_.CreateAnd(bits, word(kHalfMagnitude)), kFewerPlaces);
    llvm::Value* sign =
        builder_.CreateShl(builder_.CreateAnd(bits, word(kHalfMagnitude + 1)), kFewerPlaces + 3);
    constexpr uint32_t kInfinity = kHalfInfinity << kFewerPlaces;
    llvm::Value* normal = builder_.CreateAdd(magnitude, word(kBiasDifference << kFloatPlaces));
    llvm::Value* infinite = builder_.CreateSelect(
        builder_.CreateICmpSGT(magnitude, word(kInfinity)),
        builder_.CreateOr(magnitude, word(kFloatInfinity | kFloatQuiet)), word(kFloatInfinity));
    // 2^-14 and the digits of a denormal number behind its one.
    llvm::Value* small = builder_.CreateBitCast(
        builder_.CreateFSub(
            builder_.CreateBitCast(builder_.CreateAdd(magnitude, word(kLeastNormalHalf)), floats),
            builder_.CreateBitCast(word(kLeastNormalHalf), floats)),
        words);
    constexpr uint32_t kLeastNormal = 1U << kFloatPlaces;
    llvm::Value* result = builder_.CreateSelect(
        builder_.CreateICmpSLT(magnitude, word(kLeastNormal)), small,
        builder_.CreateSelect(builder_.CreateICmpSLT(magnitude, word(kInfinity)), normal,
                              infinite));
    return builder_.CreateBitCast(builder_.CreateOr(result, sign), floats);
  }

  llvm::Value* truncate(llvm::Value& number) {
    llvm::Type* halves = number.getType()->getWithNewType(builder_.getHalfTy());
    if (hasConversions_ || llvm::isa<llvm::Constant>(number))
      return builder_.CreateFPTrunc(&number, halves);
    llvm::Type* words = number.getType()->getWithNewType(builder_.getInt32Ty());
    const auto word = [&](uint32_t value) { return llvm::ConstantInt::get(words, value); };
    llvm::Value* bits = builder_.CreateBitCast(&number, words);
    llvm::Value* sign = builder_.CreateAnd(bits, word(kFloatSign));
    llvm::Value* magnitude = builder_.CreateXor(bits, sign);
    // The number is rounded to the nearest half, of two to the even one.
    llvm::Value* odd = builder_.CreateAnd(builder_.CreateLShr(magnitude, kFewerPlaces), word(1));
    constexpr uint32_t kBelowHalfPlace = (1U << (kFewerPlaces - 1)) - 1;
    llvm::Value* normal = builder_.CreateLShr(
        builder_.CreateAdd(builder_.CreateAdd(magnitude, word(kBelowHalfPlace -
                                                              (kBiasDifference << kFloatPlaces))),
                           odd),
        kFewerPlaces);
    // The sum with 1/2 has the places of a denormal half, and is rounded to them.
    llvm::Value* sum =
        builder_.CreateFAdd(builder_.CreateBitCast(magnitude, number.getType()),
                            builder_.CreateBitCast(word(kUnitOfDenormals), number.getType()));
    llvm::Value* small =
        builder_.CreateSub(builder_.CreateBitCast(sum, words), word(kUnitOfDenormals));
    llvm::Value* infinite = builder_.CreateSelect(
        builder_.CreateICmpSGT(magnitude, word(kFloatInfinity)),
        builder_.CreateOr(
            builder_.CreateAnd(builder_.CreateLShr(magnitude, kFewerPlaces), word(kHalfQuiet - 1)),
            word(kHalfInfinity | kHalfQuiet)),
        word(kHalfInfinity));
    llvm::Value* result = builder_.CreateSelect(
        builder_.CreateICmpSLT(magnitude, word(kLeastNormalHalf)), small,
        builder_.CreateSelect(builder_.CreateICmpSLT(magnitude, word(kBehindHalves)), normal,
                              infinite));
    result = builder_.CreateOr(result, builder_.CreateLShr(sign, kFewerPlaces + 3));
    return builder_.CreateBitCast(
        builder_.CreateTrunc(result, words->getWithNewType(builder_.getInt16Ty())), halves);
  }

  // The float next to a double whose last digit is one, if no float is equal: rounding it again has
  // the result of one rounding.
  llvm::Value* oddFloat(llvm::Value& number) {
    llvm::Type* floats = number.getType()->getWithNewType(builder_.getFloatTy());
    llvm::Type* words = number.getType()->getWithNewType(builder_.getInt32Ty());
    const auto word = [&](uint32_t value) { return llvm::ConstantInt::get(words, value); };
    llvm::Value* nearest = builder_.CreateFPTrunc(&number, floats);
    llvm::Value* again = builder_.CreateFPExt(nearest, number.getType());
    llvm::Value* bits = builder_.CreateBitCast(nearest, words);
    llvm::Value* isFarther =
        builder_.CreateFCmpOGT(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, again),
                               builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, &number));
    llvm::Value* nearer =
        builder_.CreateOr(builder_.CreateAdd(bits, builder_.CreateSExt(isFarther, words)), word(1));
    return builder_.CreateBitCast(
        builder_.CreateSelect(builder_.CreateFCmpONE(again, &number), nearer, bits), floats);
  }

  Builder builder_;
  llvm::Instruction& instruction_;
  const bool hasConversions_;
};

bool expandHalves(llvm::Function& function, bool hasConversions) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!isComputedInFloat(instruction) || !instruction.getOperand(0)->getType()->isVectorTy())
      continue;
    llvm::Value* result = Expansion(instruction, hasConversions).result();
    if (!result) continue;
    result->takeName(&instruction);
    instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses ExpandHalfVectorsPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  if (computesHalf(module)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module) changed |= expandHalves(function, convertsHalf(module));
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
