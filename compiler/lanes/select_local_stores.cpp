// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// select-local-stores: `if (a > b) { values[i] = b; values[j] = a; }`, where a and b were read from
// there before, stores in either case what is or becomes the contents: selects instead of a branch,
// and of masks in vectors. This is for local memory, which kernels may write everywhere. Another
// work-item that writes the same element between the load and the store would be in a race with the
// load.
#include "compiler/ir/local_accesses.h"
#include "compiler/lanes/passes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {
namespace {

constexpr int kMostInstructions = 8;

// What the block knows to be in local memory at its end, by address.
using Contents = llvm::DenseMap<const llvm::Value*, llvm::LoadInst*>;

Contents contentsBehind(llvm::BasicBlock& block) {
  Contents contents;
  for (llvm::Instruction& instruction : block) {
    if (instruction.mayHaveSideEffects()) contents.clear();
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && load->isSimple() && isLocalAccess(*load))
      contents[load->getPointerOperand()] = load;
  }
  return contents;
}

bool isSelectable(const llvm::StoreInst& store, const Contents& contents) {
  const llvm::LoadInst* before = contents.lookup(store.getPointerOperand());
  return store.isSimple() && isLocalAccess(store) && before &&
         before->getType() == store.getValueOperand()->getType();
}

bool isSelectable(const llvm::BasicBlock& block, const Contents& contents) {
  bool stores = false;
  for (const llvm::Instruction& instruction : block) {
    if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!isSelectable(*store, contents)) return false;
      stores = true;
    } else if (instruction.mayReadFromMemory() ||
               !llvm::isSafeToSpeculativelyExecute(&instruction)) {
      return false;
    }
  }
  return stores && block.sizeWithoutDebug() <= kMostInstructions;
}

// The code of `side` moves in front of the branch, and nothing leads to it any more.
void selectStores(llvm::BranchInst& branch, llvm::BasicBlock& side, const Contents& contents) {
  llvm::BasicBlock& block = *branch.getParent();
  llvm::BasicBlock* end = side.getSingleSuccessor();
  llvm::Value* condition = branch.getCondition();
  const bool isThen = branch.getSuccessor(0) == &side;
  llvm::IRBuilder<> builder(&branch);
  const auto select = [&](llvm::Value* inside, llvm::Value* outside) {
    return builder.CreateSelect(condition, isThen ? inside : outside, isThen ? outside : inside);
  };
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(side)) {
    if (instruction.isTerminator()) break;
    instruction.moveBefore(&branch);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      builder.SetInsertPoint(store);
      store->setOperand(
          0, select(store->getValueOperand(), contents.lookup(store->getPointerOperand())));
      builder.SetInsertPoint(&branch);
    } else {
      instruction.dropUBImplyingAttrsAndMetadata();
    }
  }
  for (llvm::PHINode& phi : end->phis()) {
    llvm::Value *inside = phi.getIncomingValueForBlock(&side),
                *outside = phi.getIncomingValueForBlock(&block);
    phi.setIncomingValueForBlock(&block, select(inside, outside));
  }
  llvm::BranchInst::Create(end, branch.getIterator())->setDebugLoc(branch.getDebugLoc());
  branch.eraseFromParent();
}

// A block that nothing leads to any more; nullptr: nothing was changed.
llvm::BasicBlock* visit(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) return nullptr;
  for (const unsigned number : {0U, 1U}) {
    llvm::BasicBlock *side = branch->getSuccessor(number),
                     *other = branch->getSuccessor(1 - number);
    if (side->getSinglePredecessor() != &block || side->getSingleSuccessor() != other ||
        side == other)
      continue;
    const Contents contents = contentsBehind(block);
    if (!isSelectable(*side, contents)) continue;
    selectStores(*branch, *side, contents);
    return side;
  }
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses SelectLocalStoresPass::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::BasicBlock*> unused;
  for (llvm::BasicBlock& block : function)
    if (llvm::BasicBlock* side = visit(block)) unused.push_back(side);
  if (unused.empty()) return llvm::PreservedAnalyses::all();
  llvm::DeleteDeadBlocks(unused);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
