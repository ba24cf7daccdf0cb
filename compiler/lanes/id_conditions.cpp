// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of strided values, and what is made of them.
#include "compiler/lanes/id_conditions.h"

#include "compiler/lanes/shapes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

constexpr unsigned kMostDepth = 4;

bool visit(const llvm::Value& condition, const Shapes& shapes, unsigned depth) {
  if (shapes.isUniform(condition)) return true;
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (!operation || depth == kMostDepth) return false;
  if (llvm::isa<llvm::ICmpInst>(operation))
    return llvm::none_of(operation->operand_values(), [&](const llvm::Value* operand) {
      return shapes.of(*operand).kind == Shape::Varying;
    });
  return operation->getType()->isIntegerTy(1) &&
         llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(operation) &&
         llvm::all_of(operation->operand_values(), [&](const llvm::Value* operand) {
           return visit(*operand, shapes, depth + 1);
         });
}

}  // namespace

bool isOfIds(const llvm::Value& condition, const Shapes& shapes) {
  return visit(condition, shapes, 0);
}

bool isBehindIds(const llvm::BasicBlock& block, const Shapes& shapes) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() && isOfIds(*branch->getCondition(), shapes);
}

}  // namespace lanewise
