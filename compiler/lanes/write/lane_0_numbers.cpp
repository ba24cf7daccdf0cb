// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane 0 is at one end of the lanes' numbers: where they rise, it has the least one, and can only
// be below what its type has. Steps away from that limit, and all that is made of local ids, which
// are not negative, stay as they are. So does what is made of phis, for example: it is right modulo
// the range of the type, and so in lane 0 if the last number fits.
#include "compiler/lanes/write/lane_0_numbers.h"

#include "compiler/analysis/step_rules.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <optional>

namespace lanewise {
namespace {

constexpr unsigned kMostOperations = 12;  // on each other

class Lane0Numbers {
 public:
  Lane0Numbers(Widening& widening, llvm::Type* type) : widening_(widening), type_(type) {}

  llvm::Value* extended(llvm::Value& number, unsigned depth = 0) {
    llvm::IRBuilder<>& builder = widening_.builder();
    if (rangeOf(number, depth) != Range::MayWrap)
      return builder.CreateSExt(widening_.scalar(&number), type_);
    const auto& operation = llvm::cast<llvm::Instruction>(number);
    llvm::SmallVector<llvm::Value*, 2> operands;
    for (const unsigned i : {0U, 1U})
      operands.push_back(extended(*operand(operation, i), depth + 1));
    if (llvm::isa<llvm::SelectInst>(operation))
      return builder.CreateSelect(widening_.scalar(operation.getOperand(0)), operands[0],
                                  operands[1]);
    const bool isSum = operation.getOpcode() == llvm::Instruction::Or;
    return builder.CreateBinOp(
        isSum ? llvm::Instruction::Add : llvm::cast<llvm::BinaryOperator>(operation).getOpcode(),
        operands[0], operands[1], number.getName());
  }

 private:
  enum class Range : uint8_t {
    Natural,  // not negative, and at most what the active lanes have
    Fits,     // lane 0 has the number that continues those of the active lanes
    MayWrap,  // it can be computed in a wider type
    Unknown,  // a phi, for example: lane 0 has that number modulo the range of its type
  };

  Range rangeOf(const llvm::Value& number, unsigned depth) {
    if (!isStrided(number))
      return signedConstant(number).value_or(-1) >= 0 ? Range::Natural : Range::Fits;
    if (const auto known = ranges_.find(&number); known != ranges_.end()) return known->second;
    const Range range = findRange(number, depth);
    return ranges_[&number] = range;
  }

  Range findRange(const llvm::Value& number, unsigned depth) {
    const Step shape = widening_.shapeOf(number);
    if (shape.isId && shape.isAligned) return Range::Natural;
    if (shape.isId || llvm::isa<llvm::CastInst>(number)) return Range::Fits;
    const llvm::Instruction* operation = promised(number);
    if (!operation || depth == kMostOperations) return Range::Unknown;
    const llvm::Value &left = *operand(*operation, 0), &right = *operand(*operation, 1);
    const Range ofLeft = rangeOf(left, depth + 1), ofRight = rangeOf(right, depth + 1);
    const Range worse = std::max(ofLeft, ofRight);
    if (worse == Range::Unknown || llvm::isa<llvm::SelectInst>(operation)) return worse;
    if (worse == Range::Natural && operation->getOpcode() != llvm::Instruction::Sub)
      return Range::Natural;
    if (isStrided(left) && isStrided(right)) return Range::MayWrap;
    if ((isStrided(left) ? ofLeft : ofRight) == Range::Natural) return Range::Fits;
    const std::optional<int64_t> constant = signedConstant(isStrided(left) ? right : left);
    return constant && goesInward(*operation, *constant) ? worse : Range::MayWrap;
  }

  // Away from the limit of the type that lane 0 may pass.
  bool goesInward(const llvm::Instruction& operation, int64_t constant) const {
    const bool isRising = widening_.shapeOf(operation).stride > 0;
    switch (operation.getOpcode()) {
      case llvm::Instruction::Or:
      case llvm::Instruction::Add: return isRising ? constant >= 0 : constant <= 0;
      case llvm::Instruction::Sub:
        if (isStrided(*operation.getOperand(0))) return isRising ? constant <= 0 : constant >= 0;
        // The other side of 0 has one number more or one less.
        return isRising ? constant >= -1 : constant < 0;
      default: return false;
    }
  }

  // A choice that is the same for all lanes, or an operation that promises not to wrap as a signed
  // one, if its number depends on the lane.
  const llvm::Instruction* promised(const llvm::Value& number) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&number);
    if (!instruction || !isStrided(number)) return nullptr;
    const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(instruction);
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
    return (sum && sum->hasNoSignedWrap()) || (disjoint && disjoint->isDisjoint()) ||
                   llvm::isa<llvm::SelectInst>(instruction)
               ? instruction
               : nullptr;
  }

  // One of the two numbers.
  static llvm::Value* operand(const llvm::Instruction& operation, unsigned index) {
    return operation.getOperand(llvm::isa<llvm::SelectInst>(operation) ? index + 1 : index);
  }

  bool isStrided(const llvm::Value& value) const {
    return widening_.shapeOf(value).kind == Step::Strided;
  }

  Widening& widening_;
  llvm::Type* type_;
  llvm::SmallDenseMap<const llvm::Value*, Range, 16> ranges_;
};

}  // namespace

llvm::Value* extendedForLane0(Widening& widening, llvm::Value& number, llvm::Type* type) {
  return Lane0Numbers(widening, type).extended(number);
}

llvm::Value* doesNotWrap(Widening& widening, llvm::Value& first, int64_t stride, bool isSigned) {
  llvm::IRBuilder<>& builder = widening.builder();
  const unsigned bits = first.getType()->getIntegerBitWidth();
  int64_t last = 0;  // the distance from lane 0
  if (llvm::MulOverflow(stride, int64_t{widening.lanes()} - 1, last) ||
      llvm::APInt(64, static_cast<uint64_t>(last), true).abs().getActiveBits() >
          (isSigned ? bits - 1 : bits))
    return builder.getFalse();
  const llvm::APInt limit =
      last >= 0 ? (isSigned ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits))
                : (isSigned ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0));
  llvm::Value* bound = llvm::ConstantInt::get(
      first.getType(), limit - llvm::APInt(bits, static_cast<uint64_t>(last), true));
  if (isSigned)
    return last >= 0 ? builder.CreateICmpSLE(&first, bound) : builder.CreateICmpSGE(&first, bound);
  return last >= 0 ? builder.CreateICmpULE(&first, bound) : builder.CreateICmpUGE(&first, bound);
}

}  // namespace lanewise
