// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// separate-elements: coordinates are often a vector of integers, made by the source
// (`int2 at = (int2)(get_global_id(0), get_global_id(1)) + 1`) or by a compiler that combines
// operations. Each element that is used on its own is computed alone: addresses may be made of it,
// and shapes (shapes.h) do not tell elements apart.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise {

/// Ensures: no element of a vector of integers that is made of scalars by operations is taken out
/// of the vector. Why here: shapes of addresses do not tell elements apart.
FUNCTION_PASS(SeparateElementsPass);

namespace {

// Operations between the vector that has the element and the one that is made of scalars.
constexpr unsigned kMostDepth = 6;

bool isOperation(const llvm::Value& value) {
  if (!value.getType()->isIntOrIntVectorTy()) return false;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value))
    return cast->isIntegerCast() && cast->getOpcode() != llvm::Instruction::BitCast;
  const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return binary && !binary->isIntDivRem();
}

class Element {
 public:
  Element(llvm::Instruction& place, uint64_t index) : builder_(&place), index_(index) {}

  /// Whether the element consists of scalars.
  bool isSeparate(const llvm::Value& vector, unsigned depth = 0) const {
    if (depth > kMostDepth) return false;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&vector))
      return constant->getAggregateElement(static_cast<unsigned>(index_));
    if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&vector)) {
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      return at && (at->getZExtValue() == index_ || isSeparate(*insert->getOperand(0), depth + 1));
    }
    return isOperation(vector) &&
           llvm::all_of(
               llvm::cast<llvm::Instruction>(vector).operand_values(),
               [&](const llvm::Value* operand) { return isSeparate(*operand, depth + 1); });
  }

  /// \pre isSeparate(vector).
  llvm::Value* of(llvm::Value& vector) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(&vector))
      return constant->getAggregateElement(static_cast<unsigned>(index_));
    if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&vector)) {
      const auto* at = llvm::cast<llvm::ConstantInt>(insert->getOperand(2));
      return at->getZExtValue() == index_ ? insert->getOperand(1) : of(*insert->getOperand(0));
    }
    auto& operation = llvm::cast<llvm::Instruction>(vector);
    llvm::Instruction* scalar = operation.clone();
    scalar->mutateType(vector.getType()->getScalarType());
    for (llvm::Use& operand : scalar->operands()) operand.set(of(*operand));
    return builder_.Insert(scalar);
  }

 private:
  llvm::IRBuilder<> builder_;
  const uint64_t index_;
};

}  // namespace

llvm::PreservedAnalyses SeparateElementsPass::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
    if (!extract || !isOperation(*extract->getVectorOperand())) continue;
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (!index) continue;
    Element element(*extract, index->getZExtValue());
    if (!element.isSeparate(*extract->getVectorOperand())) continue;
    extract->replaceAllUsesWith(element.of(*extract->getVectorOperand()));
    extract->eraseFromParent();
    changed = true;
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
