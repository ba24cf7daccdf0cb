// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sink-lane-addresses: the addresses of all lanes are computed in the blocks that use them. An
// access whose lanes are most likely adjacent needs one address, and those of all lanes only in the
// block behind a test that fails. They are 64-bit numbers, which take twice the registers of the
// indices, so that computing them in front of the test may take longer than the access.
//
// Copies of an access behind merged tests (write/merge_assumptions.h) join their addresses in a
// phi. Where all of its values are the same computation, the phi is this computation.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lanewise {

/// Ensures: nothing; few vectors of addresses live across blocks. Why here: behind lanes, when
/// equal values are one.
FUNCTION_PASS(SinkLaneAddressesPass);

namespace {

constexpr unsigned kMostDepth = 6;  // of a computation
constexpr size_t kMostBlocks = 4;   // that compute the same addresses

using Instruction = llvm::Instruction;

bool isVector(const llvm::Value& value) { return value.getType()->isVectorTy(); }

bool isAddresses(const llvm::Value& value) {
  return isVector(value) && value.getType()->isPtrOrPtrVectorTy();
}

bool isComputation(const llvm::Value* value) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::ShuffleVectorInst,
                   llvm::InsertElementInst>(value) ||
         (llvm::isa<llvm::BinaryOperator>(value) && !llvm::cast<Instruction>(value)->isIntDivRem());
}

// The block in which the operand has to be known.
llvm::BasicBlock* placeOf(const llvm::Use& use) {
  auto& user = llvm::cast<Instruction>(*use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  return phi ? phi->getIncomingBlock(use) : user.getParent();
}

class Sinking {
 public:
  Sinking(llvm::Function& function, const llvm::DominatorTree& dominators,
          const llvm::LoopInfo& loops)
      : function_(function), dominators_(dominators), loops_(loops) {}

  bool run() {
    bool changed = false;
    for (llvm::BasicBlock& block : function_)
      for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
        if (isAddresses(phi)) changed |= compute(phi);
    // Users come first.
    for (llvm::BasicBlock* block : llvm::post_order(&function_))
      for (Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(*block)))
        if ((isAddresses(instruction) && isComputation(&instruction)) ||
            operands_.contains(&instruction))
          changed |= sink(instruction);
    return changed;
  }

 private:
  // Whether both are one computation of what is known in front of `place`.
  bool areEqual(const llvm::Value* a, const llvm::Value* b, const Instruction& place,
                unsigned depth = 0) const {
    if (a == b && (!llvm::isa<Instruction>(a) || dominators_.dominates(a, &place))) return true;
    if (depth == kMostDepth || !isComputation(a) || !isComputation(b)) return false;
    const auto& first = llvm::cast<Instruction>(*a);
    const auto& second = llvm::cast<Instruction>(*b);
    if (!first.isSameOperationAs(&second) || !first.hasSameSubclassOptionalData(&second))
      return false;
    return llvm::all_of(llvm::zip(first.operands(), second.operands()), [&](const auto& operands) {
      return areEqual(std::get<0>(operands), std::get<1>(operands), place, depth + 1);
    });
  }

  // What is known in front of `place` is not computed again.
  llvm::Value* copyOf(llvm::Value* value, Instruction& place) {
    auto* instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || dominators_.dominates(instruction, &place)) return value;
    Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(copyOf(operand, place));
    copy->insertBefore(&place);
    return copy;
  }

  bool compute(llvm::PHINode& phi) {
    Instruction* place = &*phi.getParent()->getFirstInsertionPt();
    llvm::Value* first = phi.getIncomingValue(0);
    for (llvm::Value* value : phi.incoming_values())
      if (!areEqual(first, value, *place)) return false;
    const llvm::SmallVector<llvm::WeakTrackingVH, 4> values(phi.incoming_values());
    phi.replaceAllUsesWith(copyOf(first, *place));
    phi.eraseFromParent();
    for (const llvm::WeakTrackingVH& value : values)
      if (value) llvm::RecursivelyDeleteTriviallyDeadInstructions(value);
    return true;
  }

  // Blocks of the same loop other than the instruction's, or nothing.
  llvm::SetVector<llvm::BasicBlock*> placesFor(const Instruction& instruction) const {
    llvm::SetVector<llvm::BasicBlock*> places;
    const llvm::Loop* loop = loops_.getLoopFor(instruction.getParent());
    for (const llvm::Use& use : instruction.uses()) {
      llvm::BasicBlock* place = placeOf(use);
      if (place == instruction.getParent() || loops_.getLoopFor(place) != loop) return {};
      places.insert(place);
    }
    return places.size() <= kMostBlocks ? places : llvm::SetVector<llvm::BasicBlock*>();
  }

  bool sink(Instruction& instruction) {
    const bool isOperand = operands_.contains(&instruction);
    if (isOperand && !llvm::all_of(instruction.users(),
                                   [&](const llvm::User* user) { return copies_.contains(user); }))
      return false;
    const llvm::SetVector<llvm::BasicBlock*> places = placesFor(instruction);
    if (places.empty()) return false;
    for (llvm::BasicBlock* place : places) {
      Instruction* copy = instruction.clone();
      copy->insertInto(place, place->getFirstInsertionPt());
      copies_.insert(copy);
      instruction.replaceUsesWithIf(copy, [&](const llvm::Use& use) {
        return use.getUser() != copy && placeOf(use) == place;
      });
      for (llvm::Value* operand : copy->operands())
        if (isVector(*operand) && isComputation(operand)) operands_.insert(operand);
    }
    operands_.erase(&instruction);
    instruction.eraseFromParent();
    return true;
  }

  llvm::Function& function_;
  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Value*, 16> copies_;    // in the blocks that use them
  llvm::SmallPtrSet<const llvm::Value*, 16> operands_;  // of copies
};

}  // namespace

llvm::PreservedAnalyses SinkLaneAddressesPass::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& analyses) {
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  return Sinking(function, dominators, loops).run() ? preservesControlFlow()
                                                    : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
