// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane 0 is at one end of the lanes' numbers: where they rise, it has the least one, and can only
// be below what its type has. Steps away from that limit, and all that is made of local ids, which
// are not negative, stay as they are.
#include "compiler/lanes/write/lane_0_numbers.h"

#include "compiler/analysis/step_rules.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

constexpr unsigned kMostOperations = 6;  // on each other

class Lane0Numbers {
 public:
  Lane0Numbers(Widening& widening, llvm::Type* type) : widening_(widening), type_(type) {}

  llvm::Value* extended(llvm::Value& number, unsigned depth = 0) const {
    llvm::IRBuilder<>& builder = widening_.builder();
    if (isExact(number, depth)) return builder.CreateSExt(widening_.scalar(&number), type_);
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
  // Lane 0 has the number that continues those of the active lanes. Behind too many operations it
  // is assumed.
  bool isExact(const llvm::Value& number, unsigned depth) const {
    const llvm::Instruction* operation = promised(number);
    if (!operation || depth == kMostOperations) return true;
    const llvm::Value &left = *operand(*operation, 0), &right = *operand(*operation, 1);
    if (llvm::isa<llvm::SelectInst>(operation))
      return isExact(left, depth + 1) && isExact(right, depth + 1);
    if (isStrided(left) && isStrided(right)) return isNatural(number, depth);
    const llvm::Value& numbers = isStrided(left) ? left : right;
    if (isNatural(numbers, depth + 1)) return true;
    const std::optional<int64_t> constant = signedConstant(isStrided(left) ? right : left);
    return constant && isExact(numbers, depth + 1) && goesInward(*operation, *constant);
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

  // Not negative in lane 0, and at most what the active lanes have.
  bool isNatural(const llvm::Value& number, unsigned depth) const {
    const Step shape = widening_.shapeOf(number);
    if (shape.isId && shape.isAligned) return true;
    const llvm::Instruction* operation = promised(number);
    if (!operation || depth >= kMostOperations ||
        operation->getOpcode() == llvm::Instruction::Sub || llvm::isa<llvm::SelectInst>(operation))
      return false;
    return llvm::all_of(operation->operand_values(), [&](const llvm::Value* operand) {
      const std::optional<int64_t> constant = signedConstant(*operand);
      return constant ? *constant >= 0 : isStrided(*operand) && isNatural(*operand, depth + 1);
    });
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
};

}  // namespace

llvm::Value* extendedForLane0(Widening& widening, llvm::Value& number, llvm::Type* type) {
  return Lane0Numbers(widening, type).extended(number);
}

}  // namespace lanewise
