// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of strided values, and what is made of them.
#include "compiler/lanes/known/id_conditions.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace lanewise {
namespace {

constexpr unsigned kMostDepth = 4;
constexpr unsigned kMostOperations = 16;

bool visit(const llvm::Value& condition, const Shapes& shapes, unsigned depth) {
  if (shapes.isUniform(condition)) return true;
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (!operation || depth == kMostDepth) return false;
  if (llvm::isa<llvm::ICmpInst>(operation))
    return llvm::none_of(operation->operand_values(), [&](const llvm::Value* operand) {
      return shapes.of(*operand).kind == Step::Varying;
    });
  return operation->getType()->isIntegerTy(1) &&
         llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(operation) &&
         llvm::all_of(operation->operand_values(), [&](const llvm::Value* operand) {
           return visit(*operand, shapes, depth + 1);
         });
}

// A number, an argument, or a sum of them.
bool isBorder(const llvm::Value& value, unsigned depth = 0) {
  if (llvm::isa<llvm::ConstantInt, llvm::Argument>(value)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth == kMostDepth) return false;
  const unsigned opcode = instruction->getOpcode();
  return (instruction->isCast() || opcode == llvm::Instruction::Add ||
          opcode == llvm::Instruction::Sub) &&
         llvm::all_of(instruction->operand_values(),
                      [&](const llvm::Value* operand) { return isBorder(*operand, depth + 1); });
}

bool dependsOnGlobalId(const llvm::Value& value, unsigned depth = 0) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth == kMostDepth) return false;
  if (const std::optional<KernelCall> call = kernelCallOf(*instruction))
    return call == KernelCall::GlobalId;
  return llvm::any_of(instruction->operand_values(), [&](const llvm::Value* operand) {
    return dependsOnGlobalId(*operand, depth + 1);
  });
}

const llvm::BranchInst* branchTo(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() ? branch : nullptr;
}

// Whether the condition is `expected` for most lanes, if ids decide about it.
bool isUsually(bool expected, llvm::Value& condition, const Shapes& shapes) {
  using namespace llvm::PatternMatch;
  llvm::Value *first = nullptr, *second = nullptr;
  if (shapes.isUniform(condition))
    return true;  // it holds for all lanes, or none comes to the block
  if (match(&condition, m_Not(m_Value(first)))) return isUsually(!expected, *first, shapes);
  if (expected ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
               : match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
    return isUsually(expected, *first, shapes) && isUsually(expected, *second, shapes);
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!comparison) return false;
  if (comparison->isEquality())
    return (comparison->getPredicate() == llvm::CmpInst::ICMP_NE) == expected;
  const llvm::Value &left = *comparison->getOperand(0), &right = *comparison->getOperand(1);
  return (dependsOnGlobalId(left) && isBorder(right)) ||
         (dependsOnGlobalId(right) && isBorder(left));
}

}  // namespace

bool isOfIds(const llvm::Value& condition, const Shapes& shapes) {
  return visit(condition, shapes, 0);
}

bool isBehindFreeze(const llvm::Value& number) {
  llvm::SmallSetVector<const llvm::Value*, kMostOperations> values;
  values.insert(&number);
  for (size_t i = 0; i < values.size(); ++i) {
    if (llvm::isa<llvm::FreezeInst>(values[i]) || values.size() > kMostOperations) return true;
    const auto* operation = llvm::dyn_cast<llvm::Instruction>(values[i]);
    if (!operation || operation->mayReadFromMemory() || llvm::isa<llvm::CallBase>(operation))
      continue;
    values.insert(operation->value_op_begin(), operation->value_op_end());
  }
  return false;
}

bool isBehindIds(const llvm::BasicBlock& block, const Shapes& shapes) {
  const llvm::BranchInst* branch = branchTo(block);
  return branch && isOfIds(*branch->getCondition(), shapes);
}

bool isForMostLanes(const llvm::BasicBlock& block, const Shapes& shapes) {
  const llvm::BranchInst* branch = branchTo(block);
  if (!branch) return false;
  const bool isThen = branch->getSuccessor(0) == &block;
  // The others do something else, and may be as many.
  if (branch->getSuccessor(isThen ? 1 : 0)->getSinglePredecessor()) return false;
  return isUsually(isThen, *branch->getCondition(), shapes);
}

}  // namespace lanewise
