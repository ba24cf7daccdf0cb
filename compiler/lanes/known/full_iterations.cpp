// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both loops are recognized by branches on lanewise.all_lanes (separate_full_iterations.cpp).
#include "compiler/lanes/known/full_iterations.h"

#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {
namespace {

// The branch at the end of the block, if it is one on whether all lanes are active.
const llvm::BranchInst* branchOnAllLanes(const llvm::BasicBlock* block) {
  const auto* branch = block ? llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()) : nullptr;
  return branch && branch->isConditional() &&
                 kernelCallOf(*branch->getCondition()) == KernelCall::AllLanes
             ? branch
             : nullptr;
}

}  // namespace

bool isForAllLanes(const llvm::Loop& loop) {
  const llvm::BasicBlock* preheader = loop.getLoopPreheader();
  if (!preheader) return false;
  const llvm::BranchInst* entry = branchOnAllLanes(preheader->getSinglePredecessor());
  const llvm::BranchInst* end = branchOnAllLanes(loop.getLoopLatch());
  return entry && end && entry->getSuccessor(0) == preheader &&
         end->getSuccessor(0) == loop.getHeader();
}

const llvm::ICmpInst* comparisonOfAllLanes(const llvm::BasicBlock& from,
                                           const llvm::BasicBlock& to) {
  const llvm::BranchInst* branch = branchOnAllLanes(&from);
  if (!branch || branch->getSuccessor(0) != &to) return nullptr;
  llvm::Value* condition = llvm::cast<llvm::CallInst>(branch->getCondition())->getArgOperand(0);
  match(condition, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(condition)));
  return llvm::dyn_cast<llvm::ICmpInst>(condition);
}

bool isForLanesLeft(const llvm::Loop& loop) {
  const llvm::BasicBlock* left = loop.getLoopPreheader();
  while (left && left->getSinglePredecessor() && !branchOnAllLanes(left->getSinglePredecessor()))
    left = left->getSinglePredecessor();
  return left && llvm::any_of(llvm::predecessors(left), [&](const llvm::BasicBlock* before) {
           const llvm::BranchInst* branch = branchOnAllLanes(before);
           return branch && branch->getSuccessor(1) == left;
         });
}

}  // namespace lanewise
