// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of a level are written in its order (levels.h). A block that some lanes must still
// visit is pending on the path that the vector takes: a divergent branch makes both successors
// pending. Each path goes on to the first of its pending blocks. Because what a block dominates
// follows it without a gap, no path can jump between a block and what it dominates, so definitions
// still dominate uses.
//
// A divergent loop runs until no lane is left. All its exits become one, behind which the exit
// blocks are pending.
//
// A path enters a block only if some lane is active in it: blocks that begin a mask test it. So
// uniform loads, branches and calls in a block run as they are. Small blocks without them need no
// test (untested_blocks.h).
//
// Phis and masks are variables that the edges of the scalar kernel set; they become registers at
// the end. A variable is reset in a block that dominates its block (reset()). The mask
// of a block with one edge, inside of one level, needs no variable: the block before it dominates
// it.
#include "compiler/lanes/write/linearize.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/levels.h"
#include "compiler/lanes/known/masks.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/write/alias_scopes.h"
#include "compiler/lanes/write/end_lanes.h"
#include "compiler/lanes/write/function_of_lanes.h"
#include "compiler/lanes/write/one_lane.h"
#include "compiler/lanes/write/untested_blocks.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <cassert>

namespace lanewise {
namespace {

using Positions = llvm::SparseBitVector<>;

Positions only(unsigned position) {
  Positions positions;
  positions.set(position);
  return positions;
}

// A level that is being written.
struct Frame {
  const Level& level;
  std::vector<Positions> pending;  // by position: what is pending on the paths to it
  unsigned position = 0;
  llvm::BasicBlock* exit = nullptr;  // behind a divergent loop
};

class Linearizer {
 public:
  Linearizer(llvm::Function& scalar, const llvm::LoopInfo& loops, const Levels& levels,
             const Masks& masks, Widening& widening)
      : scalar_(scalar),
        loops_(loops),
        levels_(levels),
        masks_(masks),
        widening_(widening),
        builder_(widening.builder()) {}

  Linearized write() {
    for (llvm::BasicBlock& block : scalar_)
      if (!block.isEntryBlock()) resetAt_[&masks_.dominatorInLevel(block)].push_back(&block);
    llvm::BasicBlock* entry = newBlock("entry");
    builder_.SetInsertPoint(entry);
    builder_.SetInsertPoint(builder_.CreateBr(headOf(scalar_.getEntryBlock())));
    llvm::Value* live = masksByBlock_[&scalar_.getEntryBlock()] = activeLanes();
    writeLevel(nullptr);
    widening_.promoteRegisters();
    return {live, guards_};
  }

 private:
  llvm::BasicBlock* newBlock(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &widening_.wide());
  }
  llvm::BasicBlock* headOf(const llvm::BasicBlock& block) {
    llvm::BasicBlock*& head = heads_[&block];
    if (!head) head = newBlock(block.getName());
    return head;
  }
  Frame& frame() { return *frames_.back(); }

  llvm::Value* activeLanes();
  bool hasMaskVariable(const llvm::BasicBlock& block) const;
  llvm::AllocaInst* maskVariable(const llvm::BasicBlock& block);
  llvm::ArrayRef<llvm::AllocaInst*> phiVariables(const llvm::PHINode& phi);
  void reset(const llvm::BasicBlock& dominator);

  void writeLevel(llvm::Loop* loop);
  void writeBlock(llvm::BasicBlock& block);
  void readMaskAndPhis(llvm::BasicBlock& block);
  llvm::Value* maskIn(const llvm::BasicBlock& block);
  bool hasLanesOfPredecessor(const llvm::BasicBlock& block) const;
  bool goesOnUntested(const llvm::BasicBlock& block);
  void enterIfAnyLane(llvm::BasicBlock& block);
  void enterBehindBranch(llvm::BasicBlock& block, llvm::BasicBlock* inside,
                         llvm::BasicBlock* around);
  llvm::Value* allLanes(llvm::CallInst& call);
  void writeTerminator(llvm::BasicBlock& block);
  void writeDivergentBranch(llvm::BasicBlock& block, llvm::BranchInst& branch);
  void writeUniformBranch(llvm::BasicBlock& block, llvm::BranchInst& branch);
  void writeEdge(const llvm::BasicBlock& from, const llvm::BasicBlock& to, llvm::Value* mask);
  void jump(const llvm::BasicBlock& to);
  llvm::BasicBlock* next(Frame& frame, Positions targets);
  llvm::BasicBlock* exitOfLoop();

  llvm::Function& scalar_;
  const llvm::LoopInfo& loops_;
  const Levels& levels_;
  const Masks& masks_;
  Widening& widening_;
  llvm::IRBuilder<>& builder_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> heads_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> masksByBlock_;  // of those that begin one
  // An i1 of blocks behind one condition: for conditions in conditions it would take time with the
  // square of their number.
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> haveAllLanes_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::AllocaInst*> maskVariables_;
  llvm::DenseMap<const llvm::PHINode*, llvm::SmallVector<llvm::AllocaInst*, 1>> phiVariables_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<llvm::BasicBlock*, 2>> resetAt_;
  std::vector<std::unique_ptr<Frame>> frames_;
  llvm::SmallVector<Guard, 2> guards_;
};

llvm::Value* Linearizer::activeLanes() {
  if (widening_.functionMask) return widening_.functionMask;
  llvm::Value* count = emitKernelCall(builder_, KernelCall::LiveLanes);
  widening_.lastLane = builder_.CreateSub(count, builder_.getInt64(1), "live.last");
  widening_.isFull =
      builder_.CreateAnd(builder_.CreateICmpEQ(count, builder_.getInt64(widening_.lanes())),
                         emitKernelCall(builder_, KernelCall::MayBeFull));
  llvm::Value* all = builder_.CreateVectorSplat(widening_.lanes(),
                                                builder_.CreateTrunc(count, builder_.getInt32Ty()));
  return builder_.CreateICmpULT(widening_.laneNumbers(builder_.getInt32Ty()), all, "live");
}

bool Linearizer::hasMaskVariable(const llvm::BasicBlock& block) const {
  if (!masks_.beginsMask(block) || block.isEntryBlock()) return false;
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  return !before || loops_.getLoopFor(before) != loops_.getLoopFor(&block);
}

llvm::AllocaInst* Linearizer::maskVariable(const llvm::BasicBlock& block) {
  llvm::AllocaInst*& variable = maskVariables_[&block];
  if (!variable) variable = widening_.newRegister(widening_.maskType(), "mask");
  return variable;
}

// One scalar, or a vector per leaf.
llvm::ArrayRef<llvm::AllocaInst*> Linearizer::phiVariables(const llvm::PHINode& phi) {
  llvm::SmallVector<llvm::AllocaInst*, 1>& variables = phiVariables_[&phi];
  if (!variables.empty()) return variables;
  if (widening_.shapeOf(phi).kind != Step::Varying)
    variables.push_back(widening_.newRegister(phi.getType(), phi.getName()));
  else
    for (const Leaf& leaf : leavesOf(phi.getType(), widening_.layout()))
      variables.push_back(widening_.newRegister(widening_.vectorOf(leaf.type), phi.getName()));
  return variables;
}

// The variables of blocks begin anew in one of their level, so that iterations of inner loops keep
// them, and as near as possible, so that they are live in few blocks. A block of the level that
// dominates another one in the kernel does so in the level, and no path jumps between the two. A
// header's are set from outside.
void Linearizer::reset(const llvm::BasicBlock& dominator) {
  for (llvm::BasicBlock* block : resetAt_.lookup(&dominator)) {
    if (hasMaskVariable(*block))
      builder_.CreateStore(llvm::Constant::getNullValue(widening_.maskType()),
                           maskVariable(*block));
    for (llvm::PHINode& phi : block->phis())
      for (llvm::AllocaInst* variable : phiVariables(phi))
        builder_.CreateStore(llvm::PoisonValue::get(variable->getAllocatedType()), variable);
  }
}

void Linearizer::writeLevel(llvm::Loop* loop) {
  const Level& level = levels_.of(loop);
  if (loop && masks_.isDivergent(*loop)) explainLoop(*loop);
  frames_.push_back(std::make_unique<Frame>(level, std::vector<Positions>(level.nodes().size())));
  for (unsigned i = 0; i < level.nodes().size(); ++i) {
    frame().position = i;
    const LevelNode& node = level.nodes()[i];
    if (node.loop)
      writeLevel(node.loop);
    else
      writeBlock(*node.block);
  }
  llvm::BasicBlock* exit = frame().exit;
  frames_.pop_back();
  if (!exit) return;
  llvm::SmallVector<llvm::BasicBlock*> exits;
  loop->getUniqueExitBlocks(exits);
  Positions targets;
  for (llvm::BasicBlock* target : exits)
    if (const std::optional<unsigned> position = frame().level.positionOf(*target))
      if (!frame().level.loop() || target != frame().level.loop()->getHeader())
        targets.set(*position);
  builder_.SetInsertPoint(exit);
  builder_.CreateBr(next(frame(), targets));
}

// The first of the pending blocks and the targets; the others stay pending there.
llvm::BasicBlock* Linearizer::next(Frame& frame, Positions targets) {
  targets |= frame.pending[frame.position];
  assert(!targets.empty() && static_cast<unsigned>(targets.find_first()) > frame.position &&
         "paths lead on");
  const auto first = static_cast<unsigned>(targets.find_first());
  targets.reset(first);
  frame.pending[first] |= targets;
  return headOf(*frame.level.nodes()[first].block);
}

llvm::BasicBlock* Linearizer::exitOfLoop() {
  if (!frame().exit) frame().exit = newBlock("lanes.done");
  return frame().exit;
}

void Linearizer::writeBlock(llvm::BasicBlock& block) {
  builder_.SetInsertPoint(headOf(block));
  builder_.SetCurrentDebugLocation({});
  readMaskAndPhis(block);
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  const bool isHeader = loop && loop->getHeader() == &block;
  reset(block);
  widening_.hasOneLane = runsForOneLane(block, masks_, loops_, widening_);
  const bool beginsMask = !isHeader && masks_.beginsMask(block) && !block.isEntryBlock() &&
                          !hasLanesOfPredecessor(block);
  widening_.mayBeIdle = beginsMask && goesOnUntested(block);
  if (beginsMask && !widening_.mayBeIdle) enterIfAnyLane(block);
  widening_.mask = maskIn(block);
  widening_.firstLaneIsActive = masks_.includesFirstLane(block);
  for (llvm::Instruction& instruction : block)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) {
      builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
      if (kernelCallOf(instruction) == KernelCall::AllLanes)
        widening_.setScalar(instruction, allLanes(llvm::cast<llvm::CallInst>(instruction)));
      else
        withAliasScopes(widening_, instruction, [&] { widenInstruction(widening_, instruction); });
    }
  writeTerminator(block);
}

void Linearizer::readMaskAndPhis(llvm::BasicBlock& block) {
  if (hasMaskVariable(block))
    masksByBlock_[&block] = builder_.CreateLoad(widening_.maskType(), maskVariable(block), "mask");
  for (llvm::PHINode& phi : block.phis()) {
    llvm::SmallVector<llvm::Value*, 4> values;
    for (llvm::AllocaInst* variable : phiVariables(phi))
      values.push_back(builder_.CreateLoad(variable->getAllocatedType(), variable, phi.getName()));
    if (widening_.shapeOf(phi).kind != Step::Varying)
      widening_.setScalar(phi, values.front());
    else if (widening_.isAsInMemory(phi))
      widening_.setAsInMemory(phi, values);
    else
      widening_.setLeaves(phi, values);
  }
}

llvm::Value* Linearizer::maskIn(const llvm::BasicBlock& block) {
  return masks_.hasAllLanes(block) ? llvm::Constant::getAllOnesValue(widening_.maskType())
                                   : masksByBlock_.lookup(&masks_.maskOf(block));
}

// The block behind a uniform branch out of a divergent loop: some lane is active, as before the
// branch.
bool Linearizer::hasLanesOfPredecessor(const llvm::BasicBlock& block) const {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  return before && loops_.getLoopFor(before) == loops_.getLoopFor(&block) &&
         masks_.hasUniformBranch(*before);
}

// Into the block, whether lanes are active or not, and behind it on the way of those that go
// around.
bool Linearizer::goesOnUntested(const llvm::BasicBlock& block) {
  const LevelNode& node = frame().level.nodes()[frame().position];
  const llvm::BasicBlock* behind = block.getSingleSuccessor();
  return node.behind && behind && frame().level.positionOf(*behind) == node.behind &&
         !widening_.hasOneLane && runsUntested(block, widening_);
}

// Goes around the block and what it dominates; out of the loop if that is the rest of it.
void Linearizer::enterIfAnyLane(llvm::BasicBlock& block) {
  const LevelNode& node = frame().level.nodes()[frame().position];
  llvm::BasicBlock* around = node.behind ? next(frame(), only(*node.behind)) : exitOfLoop();
  assert((node.behind || masks_.isDivergent(*frame().level.loop())) &&
         "in a uniform loop all lanes come to the latch");
  llvm::BasicBlock* inside = newBlock(block.getName() + ".lanes");
  if (hasMaskVariable(block))
    builder_.CreateCondBr(widening_.anyLane(masksByBlock_[&block]), inside, around);
  else
    enterBehindBranch(block, inside, around);
  builder_.SetInsertPoint(inside);
}

// The ids of the live lanes may decide without the mask.
void Linearizer::enterBehindBranch(llvm::BasicBlock& block, llvm::BasicBlock* inside,
                                   llvm::BasicBlock* around) {
  const llvm::BasicBlock& before = *block.getSinglePredecessor();
  const auto& branch = llvm::cast<llvm::BranchInst>(*before.getTerminator());
  llvm::Value* mask = masksByBlock_[&block];
  Guard guard{.mask = mask, .isForMostLanes = isForMostLanes(block, widening_.shapes())};
  const llvm::BasicBlock& maskBefore = masks_.maskOf(before);
  const bool isOuter = maskBefore.isEntryBlock();
  llvm::Value* allBefore = isOuter ? nullptr : haveAllLanes_.lookup(&maskBefore);
  std::optional<EndLanes> lanes;
  if (isOuter ? widening_.isFull : allBefore)
    lanes = testEndLanes(widening_, *branch.getCondition(), branch.getSuccessor(0) == &block);
  const bool mayHaveAll =
      !lanes || !llvm::PatternMatch::match(lanes->all, llvm::PatternMatch::m_Zero());
  if (lanes && mayHaveAll)
    guard.all = allBefore ? builder_.CreateLogicalAnd(allBefore, lanes->all) : lanes->all;
  if (isOuter && guard.all) haveAllLanes_[&block] = guard.all;
  if (!lanes || !isOuter) {
    guard.test = builder_.CreateCondBr(widening_.anyLane(mask), inside, around);
  } else if (lanes->isExact) {
    guard.test = builder_.CreateCondBr(lanes->any, inside, around);
  } else {
    llvm::BasicBlock* some = newBlock(block.getName() + ".some");
    builder_.CreateCondBr(lanes->any, some, around);
    builder_.SetInsertPoint(some);
    if (guard.all) {
      llvm::BasicBlock* masked = newBlock(block.getName() + ".masked");
      guard.test = builder_.CreateCondBr(guard.all, inside, masked);
      builder_.SetInsertPoint(masked);
    }
    llvm::BranchInst* test = builder_.CreateCondBr(widening_.anyLane(mask), inside, around);
    if (!guard.test) guard.test = test;
  }
  if (mayHaveAll && isBehindIds(block, widening_.shapes())) guards_.push_back(guard);
}

// Whether the condition holds for all lanes, all of which are live, where the builder stands.
llvm::Value* Linearizer::allLanes(llvm::CallInst& call) {
  const llvm::BasicBlock& block = *call.getParent();
  llvm::Value& condition = *call.getArgOperand(0);
  const llvm::BasicBlock& begin = masks_.maskOf(block);
  llvm::Value* allBefore = begin.isEntryBlock() ? widening_.isFull : haveAllLanes_.lookup(&begin);
  if (masks_.hasAllLanes(block)) allBefore = builder_.getTrue();
  if (allBefore)
    if (llvm::Value* all = testAllLanes(widening_, condition))
      return builder_.CreateLogicalAnd(allBefore, all);
  const bool isUniform = widening_.isUniform(condition);
  llvm::Value* mask = widening_.mask;
  if (!isUniform) mask = builder_.CreateLogicalAnd(mask, widening_.leaf(&condition));
  llvm::Value* all = builder_.CreateAndReduce(mask);
  return isUniform ? builder_.CreateLogicalAnd(widening_.scalar(&condition), all) : all;
}

void Linearizer::writeTerminator(llvm::BasicBlock& block) {
  llvm::Instruction* terminator = block.getTerminator();
  builder_.SetCurrentDebugLocation(terminator->getDebugLoc());
  if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(terminator)) {
    writeReturn(widening_, *end);
    return;
  }
  auto& branch = llvm::cast<llvm::BranchInst>(*terminator);
  if (branch.isConditional()) {
    if (masks_.hasUniformBranch(block)) return writeUniformBranch(block, branch);
    return writeDivergentBranch(block, branch);
  }
  writeEdge(block, *branch.getSuccessor(0), widening_.mask);
  jump(*branch.getSuccessor(0));
}

void Linearizer::writeDivergentBranch(llvm::BasicBlock& block, llvm::BranchInst& branch) {
  llvm::Value* condition = widening_.leaf(branch.getCondition());
  // The condition of an inactive lane may be poison.
  llvm::Value* masks[] = {builder_.CreateLogicalAnd(widening_.mask, condition),
                          builder_.CreateLogicalAnd(widening_.mask, builder_.CreateNot(condition))};
  const llvm::Loop* loop = frame().level.loop();
  llvm::Value* again = nullptr;  // the lanes of the next iteration
  Positions targets;
  for (unsigned i = 0; i < 2; ++i) {
    const llvm::BasicBlock* to = branch.getSuccessor(i);
    writeEdge(block, *to, masks[i]);
    if (loop && to == loop->getHeader())
      again = masks[i];
    else if (const std::optional<unsigned> position = frame().level.positionOf(*to))
      targets.set(*position);
  }
  if (again)
    builder_.CreateCondBr(widening_.anyLane(again), headOf(*loop->getHeader()), exitOfLoop());
  else
    builder_.CreateBr(next(frame(), targets));
}

void Linearizer::writeUniformBranch(llvm::BasicBlock& block, llvm::BranchInst& branch) {
  llvm::BasicBlock* sides[] = {newBlock(block.getName() + ".then"),
                               newBlock(block.getName() + ".else")};
  llvm::BranchInst* written =
      builder_.CreateCondBr(widening_.scalar(branch.getCondition()), sides[0], sides[1]);
  written->copyMetadata(branch, {llvm::LLVMContext::MD_loop, llvm::LLVMContext::MD_prof});
  for (unsigned i = 0; i < 2; ++i) {
    builder_.SetInsertPoint(sides[i]);
    writeEdge(block, *branch.getSuccessor(i), widening_.mask);
    jump(*branch.getSuccessor(i));
  }
}

// What the edge of the scalar kernel gives to its target, for the lanes that take it.
void Linearizer::writeEdge(const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                           llvm::Value* mask) {
  if (hasMaskVariable(to)) {
    llvm::AllocaInst* variable = maskVariable(to);
    llvm::Value* before = nullptr;
    if (!loops_.isLoopHeader(&to)) before = builder_.CreateLoad(widening_.maskType(), variable);
    builder_.CreateStore(before ? builder_.CreateOr(before, mask) : mask, variable);
  } else if (masks_.beginsMask(to)) {
    masksByBlock_[&to] = mask;
  }
  const bool blends = masks_.blends(to);
  for (const llvm::PHINode& phi : to.phis()) {
    llvm::Value* value = phi.getIncomingValueForBlock(&from);
    llvm::ArrayRef<llvm::AllocaInst*> variables = phiVariables(phi);
    if (widening_.shapeOf(phi).kind != Step::Varying) {
      builder_.CreateStore(widening_.scalar(value), variables.front());
      continue;
    }
    const bool ordered = widening_.isAsInMemory(phi);
    const auto vectors = ordered ? widening_.asInMemory(value) : widening_.leaves(value);
    for (unsigned i = 0; i < variables.size(); ++i) {
      llvm::Value* vector = vectors[i];
      if (blends)
        vector = builder_.CreateSelect(
            ordered ? repeatLanes(builder_, mask, i, static_cast<unsigned>(vectors.size())) : mask,
            vector, builder_.CreateLoad(variables[i]->getAllocatedType(), variables[i]));
      builder_.CreateStore(vector, variables[i]);
    }
  }
}

// All lanes go to the block: another one of the level, the header again, or one outside of the
// loop. Lanes that have gone to other blocks of a divergent loop go on there.
void Linearizer::jump(const llvm::BasicBlock& to) {
  for (size_t i = frames_.size(); i-- > 0;) {
    Frame& frame = *frames_[i];
    if (frame.level.loop() && frame.level.loop()->getHeader() == &to) {
      builder_.CreateBr(headOf(to));
      return;
    }
    if (const std::optional<unsigned> position = frame.level.positionOf(to)) {
      builder_.CreateBr(next(frame, only(*position)));
      return;
    }
    if (masks_.isDivergent(*frame.level.loop())) {
      assert(i + 1 == frames_.size() &&
             "an inner loop from which a branch leaves a divergent one is divergent");
      builder_.CreateBr(frame.pending[frame.position].empty() ? exitOfLoop()
                                                              : next(frame, Positions()));
      return;
    }
    assert(frame.pending[frame.position].empty() && "all lanes leave the loop together");
  }
  llvm_unreachable("the function's level contains all blocks");
}

}  // namespace

Linearized writeLinearized(llvm::Function& scalar, const llvm::LoopInfo& loops,
                           const Levels& levels, const Masks& masks, Widening& widening) {
  return Linearizer(scalar, loops, levels, masks, widening).write();
}

}  // namespace lanewise
