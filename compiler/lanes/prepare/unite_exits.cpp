// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// unite-exits: Many exits of a divergent loop become one. Where lanes leave a loop in different
// iterations, each exit has a mask, and each value that is used behind it has a vector, from the
// first iteration to the last. Instead, the united exit has a number that names the exit of each
// lane, and exits share vectors for their values, because each lane takes one exit. Behind the
// loop a tree of branches leads to the blocks of the exits.
//
// For a loop with three exits, of which A and C use values of the loop:
//
//   exits:  number = phi 0 (to A), 1 (to B), 2 (to C)
//           value  = phi a (to A), poison (to B), c (to C)
//           number < 1 ? A : choice
//   choice: number < 2 ? B : C
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: divergent
/// loops have few exits. Loops keep their form. Why here: what loops access has its final form.
FUNCTION_PASS(UniteExitsPass);

namespace {

// No processor has registers for the masks of more exits: they would be stored and loaded in the
// loop.
constexpr size_t kMostExits = 8;

using Exits = llvm::SmallVector<llvm::BasicBlock*>;

Exits exitsOf(const llvm::Loop& loop) {
  Exits exits;
  loop.getUniqueExitBlocks(exits);
  return exits;
}

class UnitedExit {
 public:
  explicit UnitedExit(const llvm::Loop& loop)
      : loop_(loop),
        exits_(exitsOf(loop)),
        block_(newBlock("exits")),
        number_(newPhi(llvm::Type::getInt32Ty(block_->getContext()), "exit")) {}

  void write() {
    for (size_t i = 0; i < exits_.size(); ++i) redirect(static_cast<uint32_t>(i));
    fillWithPoison();
    writeChoice(*block_, 0, exits_.size());
  }

 private:
  llvm::BasicBlock* newBlock(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(exits_.front()->getContext(), name, exits_.front()->getParent(),
                                    exits_.front());
  }

  llvm::PHINode* newPhi(llvm::Type* type, const llvm::Twine& name) {
    return llvm::IRBuilder<>(block_).CreatePHI(type, 0, name);
  }

  // The edges of the loop to an exit lead to the united exit.
  void redirect(uint32_t number) {
    llvm::BasicBlock& exit = *exits_[number];
    const Exits edges(llvm::predecessors(&exit));
    llvm::DenseMap<llvm::Type*, size_t> used;
    for (llvm::PHINode& phi : llvm::make_early_inc_range(exit.phis())) {
      phi.replaceAllUsesWith(valueBehind(phi, edges, used));
      phi.eraseFromParent();
    }
    for (llvm::BasicBlock* from : edges) {
      number_->addIncoming(llvm::ConstantInt::get(number_->getType(), number), from);
      from->getTerminator()->replaceSuccessorWith(&exit, block_);
    }
  }

  // What takes the place of an exit's phi. Other exits share it.
  llvm::Value* valueBehind(const llvm::PHINode& phi, const Exits& edges,
                           llvm::DenseMap<llvm::Type*, size_t>& used) {
    llvm::Value* first = phi.getIncomingValue(0);
    const bool same =
        llvm::all_of(phi.incoming_values(), [&](const llvm::Use& value) { return value == first; });
    if (same && loop_.isLoopInvariant(first)) return first;
    std::vector<llvm::PHINode*>& shared = shared_[phi.getType()];
    const size_t index = used[phi.getType()]++;
    if (index == shared.size()) shared.push_back(newPhi(phi.getType(), "value"));
    llvm::PHINode* value = shared[index];
    fillWithPoison(*value);
    for (llvm::BasicBlock* from : edges)
      value->addIncoming(phi.getIncomingValueForBlock(from), from);
    return value;
  }

  // On the edges, known so far, that lead to exits without such a value.
  void fillWithPoison(llvm::PHINode& value) {
    for (unsigned i = value.getNumIncomingValues(); i < number_->getNumIncomingValues(); ++i)
      value.addIncoming(llvm::PoisonValue::get(value.getType()), number_->getIncomingBlock(i));
  }
  void fillWithPoison() {
    for (llvm::PHINode& phi : block_->phis()) fillWithPoison(phi);
  }

  // A balanced tree: a lane passes as many choices as the number of exits has bits.
  void writeChoice(llvm::BasicBlock& block, size_t first, size_t end) {
    const size_t middle = first + (end - first) / 2;
    llvm::BasicBlock* before = targetOf(first, middle);
    llvm::BasicBlock* behind = targetOf(middle, end);
    llvm::IRBuilder<> builder(&block);
    builder.CreateCondBr(builder.CreateICmpULT(number_, builder.getInt32(middle)), before, behind);
    if (middle - first > 1) writeChoice(*before, first, middle);
    if (end - middle > 1) writeChoice(*behind, middle, end);
  }
  llvm::BasicBlock* targetOf(size_t first, size_t end) {
    return end - first == 1 ? exits_[first] : newBlock("choice");
  }

  const llvm::Loop& loop_;
  const Exits exits_;
  llvm::BasicBlock* block_;
  llvm::PHINode* number_;
  llvm::DenseMap<llvm::Type*, std::vector<llvm::PHINode*>> shared_;
};

using Headers = llvm::SmallPtrSet<const llvm::BasicBlock*, 4>;

// The headers of divergent loops with many exits.
Headers headersToUnite(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  llvm::SmallVector<llvm::Loop*> many;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (exitsOf(*loop).size() > kMostExits) many.push_back(loop);
  if (many.empty()) return {};
  const Masks& masks = analyses.getResult<LaneFactsAnalysis>(kernel).paths().masks;
  Headers result;
  for (const llvm::Loop* loop : many)
    if (masks.isDivergent(*loop)) result.insert(loop->getHeader());
  return result;
}

// Inner loops first: choices behind them may be exits of the loops around them. Returns whether
// there are such loops.
bool uniteExits(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const Headers headers = headersToUnite(kernel, analyses);
  if (headers.empty()) return false;
  unsigned depth = 0;
  const auto loopsOf = [&] {
    return analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder();
  };
  for (const llvm::Loop* loop : loopsOf()) depth = std::max(depth, loop->getLoopDepth());
  for (; depth > 0; --depth) {
    bool changed = false;
    for (const llvm::Loop* loop : loopsOf()) {
      if (loop->getLoopDepth() != depth || !headers.contains(loop->getHeader())) continue;
      if (exitsOf(*loop).size() <= kMostExits) continue;
      UnitedExit(*loop).write();
      changed = true;
    }
    if (changed) simplifyLoops(kernel, analyses);
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses UniteExitsPass::run(llvm::Function& kernel,
                                            llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  return uniteExits(kernel, analyses) ? llvm::PreservedAnalyses::none()
                                      : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
