// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// join-reductions: a sum of reductions becomes one reduction of the sum of their vectors, and so
// for each operation on integers. A kernel that adds what its sub-groups have added then costs as
// much as one that calls the function of work-groups.
//
//   reduce(a) + x + reduce(b) + reduce(c)  ->  x + reduce(a + b + c)
#include "compiler/contract/collective_operations.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

namespace lanewise {

/// Ensures: nothing; several reductions of integers whose results are combined by the same
/// operation become one. Why here: stores of the results of sub-groups to local memory are gone.
FUNCTION_PASS(JoinReductionsPass);

namespace {

using Operation = CollectiveOperation;

bool isPart(llvm::Value& value, Operation operation) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction && integerOperationOf(*instruction) == operation;
}

// Operands of the root and of those operands that are the same operation and have no other user.
class Leaves {
 public:
  Leaves(llvm::Instruction& root, Operation operation) : root_(root), operation_(operation) {
    llvm::SmallVector<llvm::Instruction*, 8> parts = {&root};
    while (!parts.empty()) {
      const llvm::Instruction* part = parts.pop_back_val();
      for (llvm::Value* operand : {part->getOperand(0), part->getOperand(1)})
        if (isPart(*operand, operation) && operand->hasOneUse())
          parts.push_back(llvm::cast<llvm::Instruction>(operand));
        else
          add(*operand);
    }
  }

  bool join() {
    reductions_.remove_if([&](auto& entry) {
      if (entry.second.size() > 1) return false;
      others_.push_back(entry.second.front());
      return true;
    });
    if (reductions_.empty()) return false;
    llvm::Value* result = nullptr;
    llvm::IRBuilder<> builder(&root_);
    for (auto& [type, reductions] : reductions_) {
      builder.SetInsertPoint(&root_);
      llvm::Value* one = reduceLanes(builder, operation_, joined(reductions));
      result = result ? combine(builder, operation_, result, one) : one;
    }
    builder.SetInsertPoint(&root_);
    for (llvm::Value* other : others_) result = combine(builder, operation_, result, other);
    root_.replaceAllUsesWith(result);
    return true;
  }

 private:
  void add(llvm::Value& leaf) {
    auto* reduction = llvm::dyn_cast<llvm::Instruction>(&leaf);
    if (reduction && leaf.hasOneUse() && integerReductionOf(*reduction) == operation_)
      reductions_[reduction->getOperand(0)->getType()].push_back(reduction);
    else
      others_.push_back(&leaf);
  }

  // Each vector is added where its own reduction was, so that no two live longer than before.
  llvm::Value* joined(std::vector<llvm::Instruction*>& reductions) {
    const auto isHere = [&](const llvm::Instruction* reduction) {
      return reduction->getParent() == root_.getParent();
    };
    const auto here = std::stable_partition(
        reductions.begin(), reductions.end(),
        [&](const llvm::Instruction* reduction) { return !isHere(reduction); });
    std::sort(here, reductions.end(), [](const llvm::Instruction* a, const llvm::Instruction* b) {
      return a->comesBefore(b);
    });
    llvm::IRBuilder<> builder(here == reductions.end() ? &root_ : *here);
    llvm::Value* all = nullptr;
    for (llvm::Instruction* reduction : reductions) {
      if (isHere(reduction)) builder.SetInsertPoint(reduction);
      llvm::Value* vector = reduction->getOperand(0);
      all = all ? combine(builder, operation_, all, vector) : vector;
    }
    return all;
  }

  llvm::Instruction& root_;
  const Operation operation_;
  llvm::MapVector<llvm::Type*, std::vector<llvm::Instruction*>> reductions_;
  llvm::SmallVector<llvm::Value*, 8> others_;
};

}  // namespace

llvm::PreservedAnalyses JoinReductionsPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager&) {
  std::vector<std::pair<llvm::Instruction*, Operation>> roots;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const std::optional<Operation> operation = integerOperationOf(instruction);
    if (!operation) continue;
    const bool isInner = instruction.hasOneUse() && isPart(*instruction.user_back(), *operation);
    if (!isInner) roots.emplace_back(&instruction, *operation);
  }
  llvm::SmallVector<llvm::WeakTrackingVH, 16> dead;
  for (const auto& [root, operation] : roots)
    if (Leaves(*root, operation).join()) dead.emplace_back(root);
  if (dead.empty()) return llvm::PreservedAnalyses::all();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
