// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids along x grow from vector to vector. If a vector has no id below a bound, no vector behind it
// has one. The bound must be the same along x, and there must be nothing to do for vectors without
// active lanes.
#include "compiler/group/idle_vectors.h"

#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/group/region_marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace lanewise {
namespace {

using namespace llvm::PatternMatch;

// More operations of a bound are not looked through.
constexpr unsigned kMostDepth = 16;
constexpr unsigned kMostLanes = 64;

const llvm::AllocaInst* groupVariable(const llvm::Value& address) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&address);
  return variable && variable->hasMetadata(kGroupVariableMark) ? variable : nullptr;
}

// Work-items store the same in variables of the group, except in order.
bool isHarmless(const llvm::Instruction& instruction) {
  if (instruction.hasMetadata(kInOrderMark)) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return groupVariable(*store->getPointerOperand());
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
  return !instruction.mayHaveSideEffects();
}

// Follows the only way from a block as long as nothing happens on it: to a block with several
// successors, or to the last one of the region. Null if something happens first.
llvm::BasicBlock* endOfWay(llvm::BasicBlock& from, const llvm::BasicBlock& last,
                           const RegionBlocks& region) {
  llvm::BasicBlock* block = &from;
  for (size_t steps = 0; llvm::all_of(*block, isHarmless) && steps < region.size(); ++steps) {
    if (block == &last || !block->getSingleSuccessor()) return block;
    block = block->getSingleSuccessor();
  }
  return nullptr;
}

// An id along x as a number of 32 or 64 bits. In a row of full vectors it does not cross a multiple
// of 2^31.
bool isIdAlongX(const llvm::Value& value) {
  llvm::Value* id = nullptr;
  const llvm::Value* number = &value;
  if (match(number, m_Trunc(m_Value(id))) ||
      match(number, m_AShr(m_Shl(m_Value(id), m_SpecificInt(32)), m_SpecificInt(32))) ||
      match(number, m_And(m_Value(id), m_SpecificInt(0xffffffff))))
    number = id;
  const std::optional<KernelCall> call = kernelCallOf(*number);
  return (call == KernelCall::LocalId || call == KernelCall::GlobalId) &&
         dimensionOf(*llvm::cast<llvm::CallInst>(number)) == 0 &&
         value.getType()->getIntegerBitWidth() >= 32;
}

// Whether the value is the same for all vectors of a row.
bool isSameAlongX(const llvm::Value& value, const RegionBlocks& region, unsigned depth = 0) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !region.contains(const_cast<llvm::BasicBlock*>(instruction->getParent())))
    return true;
  if (const std::optional<KernelCall> call = kernelCallOf(*instruction))
    return scopeOf(*call) != CallScope::Item ||
           ((call == KernelCall::LocalId || call == KernelCall::GlobalId) &&
            dimensionOf(*llvm::cast<llvm::CallInst>(instruction)) != 0);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
    return groupVariable(*load->getPointerOperand()) && !load->hasMetadata(kInOrderMark);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
  if (instruction->mayReadOrWriteMemory() || (phi && phi->getNumIncomingValues() != 1) ||
      depth == kMostDepth)
    return false;
  return llvm::all_of(instruction->operand_values(), [&](const llvm::Value* operand) {
    return isSameAlongX(*operand, region, depth + 1);
  });
}

// The number of live lanes, or one less: that of the last one.
bool isOfLiveLanes(const llvm::Value& value) {
  const llvm::Value *number = &value, *inner = nullptr;
  while (match(number, m_CombineOr(m_Trunc(m_Value(inner)), m_Add(m_Value(inner), m_AllOnes()))))
    number = inner;
  return kernelCallOf(*number) == KernelCall::LiveLanes;
}

// Tests of the ids of live lanes (lanes/write/end_lanes.h), where a branch depends on them.
class IdleTests {
 public:
  IdleTests(llvm::BranchInst& branch, const RegionBlocks& region)
      : builder_(&branch), region_(region) {}

  // An i1 that holds only if `test` has the value in this vector and in all behind it. Null if
  // there is none.
  llvm::Value* staying(llvm::Value& test, bool value) {
    llvm::Value *first = nullptr, *second = nullptr;
    if (match(&test, m_Not(m_Value(first)))) return staying(*first, !value);
    const bool isAnd = match(&test, m_LogicalAnd(m_Value(first), m_Value(second)));
    if (isAnd || match(&test, m_LogicalOr(m_Value(first), m_Value(second)))) {
      llvm::Value *ofFirst = staying(*first, value), *ofSecond = staying(*second, value);
      if (isAnd != value) return ofFirst ? ofFirst : ofSecond;
      return ofFirst && ofSecond ? builder_.CreateLogicalAnd(ofFirst, ofSecond) : nullptr;
    }
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&test);
    return comparison ? staying(*comparison, value) : nullptr;
  }

 private:
  llvm::Value* staying(llvm::ICmpInst& comparison, bool value) {
    llvm::CmpInst::Predicate predicate =
        value ? comparison.getPredicate() : comparison.getInversePredicate();
    llvm::Value *numbers = comparison.getOperand(0), *bound = comparison.getOperand(1);
    if (isSameAlongX(*numbers, region_)) {
      std::swap(numbers, bound);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const bool isAbove = llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate);
    llvm::Value *from = nullptr, *id = nullptr;
    const bool isDifference = match(numbers, m_Sub(m_Value(from), m_Value(id))) &&
                              isIdAlongX(*id) && isSameAlongX(*from, region_);
    // `from - id > last` as unsigned numbers, with that of the last lane: no lane of this vector
    // has the id `from`, and none behind it if its first id is larger.
    if (isDifference && isAbove && llvm::CmpInst::isUnsigned(predicate) && isOfLiveLanes(*bound))
      return builder_.CreateICmpUGT(id, from, "behind");
    if (!isSameAlongX(*bound, region_)) return nullptr;
    if (isIdAlongX(*numbers) && !isAbove) return nullptr;
    if (isIdAlongX(*numbers))
      return value ? &comparison : builder_.CreateNot(&comparison, "behind");
    if (isDifference && !isAbove) return falling(predicate, *numbers, *from, *id, *bound);
    return fallingInRange(comparison, value, *numbers, *bound, predicate);
  }

  // `from - id` is in a range down to the numbers that may wrap: those of the vectors behind it
  // are, too, if neither `from` nor the id is negative.
  llvm::Value* fallingInRange(llvm::ICmpInst& comparison, bool value, llvm::Value& numbers,
                              llvm::Value& bound, llvm::CmpInst::Predicate predicate) {
    llvm::Value *difference = &numbers, *from = nullptr, *id = nullptr;
    const llvm::APInt *limit = nullptr, *distance = nullptr;
    if (!match(&bound, m_APInt(limit))) return nullptr;
    auto range = llvm::ConstantRange::makeExactICmpRegion(predicate, *limit);
    if (match(difference, m_Add(m_Value(difference), m_APInt(distance))))
      range = range.subtract(*distance);
    const unsigned bits = limit->getBitWidth();
    const auto least = llvm::APInt::getSignedMinValue(bits);
    if (range.isEmptySet() || range.isSignWrappedSet() ||
        range.getSignedMin().sgt(least + kMostLanes) ||
        !match(difference, m_Sub(m_Value(from), m_Value(id))) || !isIdAlongX(*id) ||
        !isSameAlongX(*from, region_))
      return nullptr;
    llvm::Value* negative = builder_.CreateIsNeg(builder_.CreateOr(from, id));
    llvm::Value* isInRange = value ? &comparison : builder_.CreateNot(&comparison);
    return builder_.CreateLogicalAnd(builder_.CreateNot(negative), isInRange, "behind");
  }

  // `from - id < bound`, where the numbers fall from vector to vector. They do not wrap if neither
  // `from` nor the id is negative.
  llvm::Value* falling(llvm::CmpInst::Predicate predicate, llvm::Value& numbers, llvm::Value& from,
                       llvm::Value& id, llvm::Value& bound) {
    if (!llvm::CmpInst::isSigned(predicate)) return nullptr;
    llvm::Value* negative = builder_.CreateIsNeg(builder_.CreateOr(&from, &id));
    llvm::Value* isBehind = builder_.CreateICmp(predicate, &numbers, &bound);
    return builder_.CreateLogicalAnd(builder_.CreateNot(negative), isBehind, "behind");
  }

  llvm::IRBuilder<> builder_;
  const RegionBlocks& region_;
};

// A part of the test may be poison where another one decides.
llvm::Value* frozen(llvm::Value* part, llvm::BranchInst& branch) {
  if (!part || llvm::isa<llvm::ICmpInst>(branch.getCondition())) return part;
  return llvm::IRBuilder<>(&branch).CreateFreeze(part, "idle");
}

}  // namespace

bool isSameForAllItems(const RegionBlocks& region) {
  return llvm::all_of(region, [](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [](const llvm::Instruction& instruction) {
      const std::optional<KernelCall> call = kernelCallOf(instruction);
      return isHarmless(instruction) && !(call && scopeOf(*call) == CallScope::Item);
    });
  });
}

llvm::Value* findIdleRest(const RegionBlocks& region, const llvm::BasicBlock& last) {
  llvm::BasicBlock* block = endOfWay(*region.front(), last, region);
  auto* branch = block ? llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional()) return nullptr;
  for (const unsigned way : {0, 1})
    if (endOfWay(*branch->getSuccessor(way), last, region) == &last)
      return frozen(IdleTests(*branch, region).staying(*branch->getCondition(), way == 0), *branch);
  return nullptr;
}

void branchOnIdle(llvm::Value& idle, llvm::BasicBlock& end, llvm::BasicBlock& rowEnd,
                  llvm::BasicBlock& next) {
  llvm::IRBuilder<> builder(&end);
  llvm::Value* hasWork = nullptr;
  if (match(&idle, m_Not(m_Value(hasWork))))
    builder.CreateCondBr(hasWork, &next, &rowEnd);
  else
    builder.CreateCondBr(&idle, &rowEnd, &next);
}

}  // namespace lanewise
