// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// separate-full-iterations: in `for (i = get_global_id(0); i < n; i += get_global_size(0))` lanes
// of a vector leave together, but for the last vector. A copy of the loop runs as long as all lanes
// go on: it needs no masks. The loop itself goes on from there.
//
//   before: all_lanes(true) ? full : left
//   full:   the copy; all_lanes(condition) ? full : left
//   left:   condition, or no iteration before ? some : behind
//   some:   the loop
#include "compiler/analysis/step.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/known/assumed_strides.h"
#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are, and functions, whose
/// callers alone know which lanes are active. Ensures: the same, and that loops which lanes leave
/// by their ids have a copy for iterations of all lanes. Why here: passes in front would have two
/// loops to change, and the copy has no masks when it is widened.
FUNCTION_PASS(SeparateFullIterationsPass);

namespace {

constexpr unsigned kMostInstructions = 200;
constexpr unsigned kMostComputedAgain = 4;  // operations that follow each other
// Shapes of ids do not depend on how many lanes there are.
constexpr unsigned kAnyLanes = 8;

bool mayBeCopied(const llvm::Loop& loop) {
  size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    instructions += block->size();
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && (call->isConvergent() || call->cannotDuplicate())) return false;
    }
  }
  return instructions <= kMostInstructions;
}

// Lanes have adjacent addresses, or may be assumed to. Not by parts of ids: their tests take longer
// than masks.
bool hasAdjacentLanes(const llvm::Value& address, const LaneFacts& facts) {
  if (facts.shapes.of(address).kind == Step::Strided) return true;
  const AssumedStride* assumed = facts.assumed.of(address);
  return assumed && llvm::none_of(assumed->assumptions, [](const llvm::Instruction* assumption) {
           return AssumedStrides::isPart(*assumption);
         });
}

// Such an access needs no mask if all lanes are active.
bool hasAdjacentAccess(const llvm::Loop& loop, const LaneFacts& facts) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& access) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
      return address && hasAdjacentLanes(*address, facts);
    });
  });
}

// Lanes that come to the loop do so by their ids, and leave it by them, at its end only.
bool isChosen(const llvm::Loop& loop, const LaneFacts& facts) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() != latch)
    return false;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  const Masks& masks = facts.paths.masks;
  if (!branch || !branch->isConditional() || !masks.isDivergent(loop) ||
      !isOfIds(*branch->getCondition(), facts.shapes))
    return false;
  const llvm::BasicBlock& begin = masks.maskOf(*loop.getLoopPreheader());
  return (begin.isEntryBlock() || isBehindIds(begin, facts.shapes)) && mayBeCopied(loop) &&
         hasAdjacentAccess(loop, facts);
}

// A value of an iteration, computed again in front of the next one from the values that the phis
// have there. Nullptr if that needs more than a few operations.
llvm::Value* computeAgain(llvm::IRBuilder<>& builder, llvm::Value& value, const llvm::Loop& loop,
                          const llvm::DenseMap<llvm::Value*, llvm::Value*>& next, unsigned depth) {
  if (loop.isLoopInvariant(&value)) return &value;
  if (llvm::Value* phi = next.lookup(&value)) return phi;
  const auto& operation = llvm::cast<llvm::Instruction>(value);
  if (depth == 0 || llvm::isa<llvm::PHINode, llvm::FreezeInst>(operation) ||
      operation.mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(&operation))
    return nullptr;
  llvm::SmallVector<llvm::Value*> operands;
  for (llvm::Value* operand : operation.operands()) {
    operands.push_back(computeAgain(builder, *operand, loop, next, depth - 1));
    if (!operands.back()) return nullptr;
  }
  llvm::Instruction* again = operation.clone();
  for (unsigned i = 0; i < operands.size(); ++i) again->setOperand(i, operands[i]);
  return builder.Insert(again);
}

class Separation {
 public:
  Separation(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators)
      : loop_(loop),
        latch_(*loop.getLoopLatch()),
        behind_(*loop.getExitBlock()),
        before_(*loop.getLoopPreheader()),
        some_(*llvm::SplitBlock(&before_, before_.getTerminator(), &dominators, &loops)),
        left_(*llvm::BasicBlock::Create(some_.getContext(), "left", some_.getParent(), &some_)) {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    full_ = llvm::cloneLoopWithPreheader(&some_, &before_, &loop, map_, ".full", &loops,
                                         &dominators, blocks);
    llvm::remapInstructionsInBlocks(blocks, map_);
    // What does not alias in one iteration may in two.
    llvm::SmallVector<llvm::MDNode*> scopes;
    llvm::identifyNoAliasScopesToClone(loop.getBlocks(), scopes);
    llvm::cloneAndAdaptNoAliasScopes(scopes, blocks, some_.getContext(), "full");
  }

  void write() {
    llvm::BasicBlock* const end = full_->getLoopLatch();
    branchOnAll(before_, *llvm::ConstantInt::getTrue(left_.getContext()),
                *full_->getLoopPreheader());
    auto& last = *llvm::cast<llvm::BranchInst>(end->getTerminator());
    llvm::IRBuilder<> builder(&last);
    const bool isGoOn = last.getSuccessor(0) == full_->getHeader();
    llvm::Value* goesOn =
        isGoOn ? last.getCondition() : builder.CreateNot(last.getCondition(), "goes_on");
    branchOnAll(*end, *goesOn, *full_->getHeader());

    for (llvm::PHINode& phi : loop_.getHeader()->phis()) {
      const auto before = static_cast<unsigned>(phi.getBasicBlockIndex(&some_));
      llvm::Value* again = phi.getIncomingValueForBlock(&latch_);
      llvm::PHINode* next = atLeft(*phi.getIncomingValue(before), *copyOf(again));
      if (!loop_.isLoopInvariant(again)) next_[again] = next;
      phi.setIncomingValue(before, next);
    }
    for (llvm::PHINode& phi : behind_.phis())
      phi.addIncoming(behindCopy(*phi.getIncomingValueForBlock(&latch_)), &left_);
    writeLeft(*goesOn, isGoOn);
  }

 private:
  // Ends the block with the branch to the copy, which goes on if the condition holds for all lanes.
  void branchOnAll(llvm::BasicBlock& block, llvm::Value& condition, llvm::BasicBlock& full) {
    llvm::IRBuilder<> builder(block.getTerminator());
    builder.CreateCondBr(emitAllLanes(builder, &condition), &full, &left_);
    block.getTerminator()->eraseFromParent();
  }

  // Lanes are left that go on, in front of the first iteration all of them.
  void writeLeft(llvm::Value& goesOn, bool isGoOn) {
    llvm::PHINode* isFirst = atLeft(*llvm::ConstantInt::getTrue(left_.getContext()),
                                    *llvm::ConstantInt::getFalse(left_.getContext()));
    llvm::IRBuilder<> builder(&left_);
    llvm::Value& condition = *llvm::cast<llvm::BranchInst>(latch_.getTerminator())->getCondition();
    llvm::Value* again = computeAgain(builder, condition, loop_, next_, kMostComputedAgain);
    if (again && !isGoOn) again = builder.CreateNot(again);
    if (!again) again = atLeft(*llvm::PoisonValue::get(goesOn.getType()), goesOn);
    builder.CreateCondBr(builder.CreateLogicalOr(isFirst, again), &some_, &behind_);
  }

  llvm::Value* copyOf(llvm::Value* value) const {
    llvm::Value* copy = map_.lookup(value);
    return copy ? copy : value;
  }

  llvm::PHINode* atLeft(llvm::Value& first, llvm::Value& others) const {
    llvm::PHINode* phi =
        left_.empty() ? llvm::PHINode::Create(first.getType(), 2, "", &left_)
                      : llvm::PHINode::Create(first.getType(), 2, "", left_.getFirstNonPHIIt());
    phi->addIncoming(&first, &before_);
    phi->addIncoming(&others, full_->getLoopLatch());
    return phi;
  }

  // A value of the loop in the last iteration of the copy. Nobody goes behind the loop before the
  // first one.
  llvm::Value* behindCopy(llvm::Value& value) const {
    if (llvm::Value* phi = next_.lookup(&value)) return phi;
    llvm::Value* copy = copyOf(&value);
    return copy == &value ? copy : atLeft(*llvm::PoisonValue::get(copy->getType()), *copy);
  }

  const llvm::Loop& loop_;
  llvm::BasicBlock &latch_, &behind_;  // of the loop
  llvm::BasicBlock &before_, &some_;   // in front of the copy, and of the loop
  llvm::BasicBlock& left_;
  const llvm::Loop* full_ = nullptr;  // the copy
  llvm::ValueToValueMapTy map_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> next_;  // values of phis of the next iteration
};

bool separateFullIterations(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  if (loops.empty()) return false;
  llvm::SmallVector<llvm::Loop*> chosen;
  const LaneFacts& facts = analyses.getResult<LaneFactsAnalysis>(kernel).of({kAnyLanes});
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (isChosen(*loop, facts)) chosen.push_back(loop);
  if (chosen.empty()) return false;
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
  for (llvm::Loop* loop : chosen) Separation(*loop, loops, dominators).write();
  simplifyLoops(kernel, analyses);
  return true;
}

}  // namespace

llvm::PreservedAnalyses SeparateFullIterationsPass::run(llvm::Function& kernel,
                                                        llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel) || isOutOfLine(kernel)) return llvm::PreservedAnalyses::all();
  return separateFullIterations(kernel, analyses) ? llvm::PreservedAnalyses::none()
                                                  : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
