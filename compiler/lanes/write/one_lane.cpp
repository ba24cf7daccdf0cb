// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An equation between a value that is strided and one that is uniform holds for one lane at most.
#include "compiler/lanes/write/one_lane.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/masks.h"
#include "compiler/lanes/write/lane_value.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

namespace lanewise {
namespace {

constexpr unsigned kMostBranches = 8;  // in front of a block, and conditions of one of them

bool isScalar(const Widening& widening, const llvm::Value& value) {
  return llvm::isa<llvm::Constant>(value) || widening.isUniform(value);
}

// `condition`, or its negation, holds for one lane at most.
bool selectsOneLane(const Widening& widening, const llvm::Value& condition, bool isTrue,
                    unsigned depth) {
  using namespace llvm::PatternMatch;
  const llvm::Value *a = nullptr, *b = nullptr;
  if (depth > 0 && isTrue && match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))))
    return selectsOneLane(widening, *a, true, depth - 1) ||
           selectsOneLane(widening, *b, true, depth - 1);
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!comparison ||
      comparison->getPredicate() != (isTrue ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE))
    return false;
  const llvm::Value &left = *comparison->getOperand(0), &right = *comparison->getOperand(1);
  return (differsByLane(widening, left) && isScalar(widening, right)) ||
         (differsByLane(widening, right) && isScalar(widening, left));
}

bool isAccess(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
      instruction);
}

// The mask of a block whose lanes include those of the block that begins a mask. The branch between
// them counts if all that take it come to the block together: lanes leave a loop in different
// iterations.
const llvm::BasicBlock* maskBefore(const llvm::BasicBlock& begin, const Masks& masks,
                                   const llvm::LoopInfo& loops, const llvm::BranchInst** branch) {
  *branch = nullptr;
  if (loops.isLoopHeader(&begin))
    return &masks.maskOf(*loops.getLoopFor(&begin)->getLoopPreheader());
  const llvm::BasicBlock* before = begin.getSinglePredecessor();
  if (!before) return nullptr;
  const llvm::Loop* left = loops.getLoopFor(before);
  if (!left || left->contains(&begin)) {
    *branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    return &masks.maskOf(*before);
  }
  while (left->getParentLoop() && !left->getParentLoop()->contains(&begin))
    left = left->getParentLoop();
  return &masks.maskOf(*left->getLoopPreheader());
}

}  // namespace

bool differsByLane(const Widening& widening, const llvm::Value& value) {
  const Step shape = widening.shapeOf(value);
  if (shape.kind != Step::Strided || !value.getType()->isIntegerTy()) return false;
  const unsigned bits = std::min(value.getType()->getIntegerBitWidth(), 63U);
  // The least number has no positive counterpart.
  const auto stride = static_cast<uint64_t>(shape.stride);
  const uint64_t magnitude = shape.stride < 0 ? 0 - stride : stride;
  return magnitude < (uint64_t{1} << (bits - 1)) / widening.lanes();
}

bool runsForOneLane(const llvm::BasicBlock& block, const Masks& masks, const llvm::LoopInfo& loops,
                    const Widening& widening) {
  const llvm::BasicBlock* begin = &masks.maskOf(block);
  for (unsigned i = 0; begin && i < kMostBranches; ++i) {
    const llvm::BranchInst* branch = nullptr;
    const llvm::BasicBlock* before = maskBefore(*begin, masks, loops, &branch);
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
        selectsOneLane(widening, *branch->getCondition(), branch->getSuccessor(0) == begin,
                       kMostBranches))
      return true;
    begin = before;
  }
  return false;
}

bool widenForOneLane(Widening& widening, llvm::Instruction& access) {
  if (!isAccess(access) ||
      interleavedVariable(*access.getOperand(llvm::isa<llvm::StoreInst>(access) ? 1 : 0)))
    return false;
  if (llvm::isa<llvm::LoadInst>(access) && widening.isUniform(access)) return false;
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::Value* bits = widening.maskBits(widening.mask);
  llvm::Value* lane =
      builder.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  lane = builder.CreateZExt(lane, builder.getInt64Ty());
  llvm::Instruction* copy = access.clone();
  for (llvm::Use& operand : copy->operands())
    operand.set(laneOf(widening, operand.get(), lane, LaneArithmetic::Integers));
  builder.Insert(copy, access.getName());
  copy->setDebugLoc(access.getDebugLoc());
  if (access.getType()->isVoidTy() || access.use_empty()) return true;
  llvm::SmallVector<llvm::Value*, 4> leaves;
  const auto count = static_cast<unsigned>(leavesOf(access.getType(), widening.layout()).size());
  for (unsigned i = 0; i < count; ++i)
    leaves.push_back(builder.CreateVectorSplat(widening.lanes(), extractLeaf(builder, copy, i)));
  widening.setLeaves(access, leaves);
  return true;
}

}  // namespace lanewise
