// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// thread-switches: a `break`, `continue` or `return` out of a scope with variables ends the scope
// first. Clang writes one block for all ways out of a scope, with a number for where each goes:
//
//   ends: number = phi 0 (from a), 2 (from b); switch number { 0: next, 2: out }
//
// Here a goes to `next` and b to `out`, as the source says. A loop would otherwise have exits on a
// number that differs between work-items, instead of those on the conditions of the source.
#include "compiler/contract/pass.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <optional>
#include <utility>

namespace lanewise {

/// Ensures: no block that is empty but for a switch on a phi has a predecessor from which the phi
/// is a constant, but for headers of loops. Why here: the numbers of Clang's scopes are phis.
FUNCTION_PASS(ThreadSwitchesPass);

namespace {

bool isPhiOf(const llvm::BasicBlock& block, const llvm::Value* value) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  return phi && phi->getParent() == &block;
}

// The number of the switch at the block's end, if nothing else happens there but ends of lifetimes.
// Null if a phi or a lifetime uses another phi of the block. A phi does so in the header of a loop
// only, which the block may have become when other blocks were threaded.
llvm::PHINode* numberOf(llvm::BasicBlock& block) {
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  if (!choice || !isPhiOf(block, choice->getCondition())) return nullptr;
  const bool isEmpty = llvm::all_of(block, [&](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::SwitchInst, llvm::DbgInfoIntrinsic>(instruction)) return true;
    return (llvm::isa<llvm::PHINode>(instruction) || instruction.isLifetimeStartOrEnd()) &&
           llvm::none_of(instruction.operand_values(),
                         [&](const llvm::Value* value) { return isPhiOf(block, value); });
  });
  return isEmpty ? llvm::cast<llvm::PHINode>(choice->getCondition()) : nullptr;
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

Blocks loopHeaders(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(function, edges);
  Blocks headers;
  for (const auto& [from, to] : edges) headers.insert(to);
  return headers;
}

// The value of `value` where control comes from `before` into the block.
llvm::Value* comingFrom(const llvm::BasicBlock& before, const llvm::BasicBlock& block,
                        llvm::Value* value) {
  return isPhiOf(block, value) ? llvm::cast<llvm::PHINode>(value)->getIncomingValueForBlock(&before)
                               : value;
}

// A block between `before` and where `block` would go from there.
llvm::BasicBlock& writeWay(llvm::BasicBlock& before, llvm::BasicBlock& block,
                           llvm::BasicBlock& after) {
  auto* way = llvm::BasicBlock::Create(block.getContext(), block.getName(), block.getParent(),
                                       block.getNextNode());
  for (const llvm::Instruction& instruction : block)
    if (instruction.isLifetimeStartOrEnd()) instruction.clone()->insertInto(way, way->end());
  llvm::BranchInst::Create(&after, way)->setDebugLoc(block.getTerminator()->getDebugLoc());
  for (llvm::PHINode& phi : after.phis())
    phi.addIncoming(comingFrom(before, block, phi.getIncomingValueForBlock(&block)), way);
  return *way;
}

// Rewrites uses of the block's phi, which the block does not dominate any more.
void rewriteUses(llvm::PHINode& phi,
                 llvm::ArrayRef<std::pair<llvm::BasicBlock*, llvm::Value*>> values) {
  llvm::SSAUpdater updater;
  updater.Initialize(phi.getType(), phi.getName());
  updater.AddAvailableValue(phi.getParent(), &phi);
  for (const auto& [way, value] : values) updater.AddAvailableValue(way, value);
  for (llvm::Use& use : llvm::make_early_inc_range(phi.uses()))
    if (llvm::cast<llvm::Instruction>(use.getUser())->getParent() != phi.getParent())
      updater.RewriteUse(use);
}

// \pre The block is no header of a loop.
bool thread(llvm::BasicBlock& block, const llvm::PHINode& number) {
  auto& choice = *llvm::cast<llvm::SwitchInst>(block.getTerminator());
  struct Way {
    llvm::BasicBlock *before, *block;
  };
  llvm::SmallVector<Way> ways;
  for (llvm::BasicBlock* before : llvm::SmallSetVector<llvm::BasicBlock*, 8>(
           llvm::pred_begin(&block), llvm::pred_end(&block))) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(number.getIncomingValueForBlock(before));
    if (!known || !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(before->getTerminator())) continue;
    llvm::BasicBlock& after = *choice.findCaseValue(known)->getCaseSuccessor();
    ways.push_back({before, &writeWay(*before, block, after)});
  }
  if (ways.empty()) return false;
  for (llvm::PHINode& phi : block.phis()) {
    llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::Value*>> values;
    for (const Way& way : ways)
      values.emplace_back(way.block, phi.getIncomingValueForBlock(way.before));
    rewriteUses(phi, values);
  }
  for (const Way& way : ways) {
    const auto edges = llvm::count(llvm::successors(way.before), &block);
    way.before->getTerminator()->replaceSuccessorWith(&block, way.block);
    for (auto i = edges; i > 0; --i) block.removePredecessor(way.before, /*KeepOneInputPHIs=*/true);
  }
  if (llvm::pred_empty(&block)) llvm::DeleteDeadBlock(&block);
  return true;
}

}  // namespace

llvm::PreservedAnalyses ThreadSwitchesPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager&) {
  // What follows a block comes behind it, so that ways through several blocks become one.
  const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function);
  std::optional<Blocks> headers;
  bool changed = false;
  for (llvm::BasicBlock* block : blocks) {
    const llvm::PHINode* number = numberOf(*block);
    if (!number) continue;
    if (!headers) headers = loopHeaders(function);
    if (!headers->contains(block)) changed |= thread(*block, *number);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
