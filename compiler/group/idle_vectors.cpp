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
#include <llvm/Analysis/VectorUtils.h>
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

// The mask without which the branch goes to the end.
llvm::Value* maskOf(const llvm::BranchInst& branch, const llvm::BasicBlock& last,
                    const RegionBlocks& region) {
  llvm::Value* bits = nullptr;
  llvm::CmpInst::Predicate predicate;
  if (!branch.isConditional() ||
      !match(branch.getCondition(), m_ICmp(predicate, m_Value(bits), m_Zero())))
    return nullptr;
  if (predicate != llvm::CmpInst::ICMP_EQ && predicate != llvm::CmpInst::ICMP_NE) return nullptr;
  const unsigned idle = predicate == llvm::CmpInst::ICMP_EQ ? 0 : 1;
  llvm::Value* mask = nullptr;
  if (endOfWay(*branch.getSuccessor(idle), last, region) != &last ||
      !match(bits, m_BitCast(m_Value(mask))))
    return nullptr;
  return mask;
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

// The number of lane 0, if lane n has that number plus n * step.
llvm::Value* firstOf(llvm::Value& numbers, int64_t step) {
  llvm::Value* splat = nullptr;
  llvm::Constant* steps = nullptr;
  if (!match(&numbers, m_Add(m_Value(splat), m_Constant(steps))) &&
      !match(&numbers, m_DisjointOr(m_Value(splat), m_Constant(steps))))
    return nullptr;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(numbers.getType());
  if (!type) return nullptr;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const auto* ofLane =
        llvm::dyn_cast_or_null<llvm::ConstantInt>(steps->getAggregateElement(lane));
    if (!ofLane || ofLane->getSExtValue() != step * lane) return nullptr;
  }
  return llvm::getSplatValue(splat);
}

// The id of lane 0, if lane n has the id plus n.
llvm::Value* firstId(llvm::Value& ids) {
  llvm::Value* id = firstOf(ids, 1);
  return id && isIdAlongX(*id) ? id : nullptr;
}

// Lanes `ids`, which are one number, against constants: the bound for lane 0, if a lane has the
// bound as its own id. Such a comparison is what LLVM makes of `id + lane == bound`.
llvm::Constant* boundOfFirst(const llvm::Value& ids, llvm::Value& constants) {
  llvm::Constant* bounds = nullptr;
  const llvm::Value* id = llvm::getSplatValue(&ids);
  if (!id || !isIdAlongX(*id) || !match(&constants, m_Constant(bounds))) return nullptr;
  const auto* type = llvm::cast<llvm::FixedVectorType>(ids.getType());
  const auto* first = llvm::dyn_cast_or_null<llvm::ConstantInt>(bounds->getAggregateElement(0u));
  for (unsigned lane = 1; first && lane < type->getNumElements(); ++lane) {
    const auto* bound =
        llvm::dyn_cast_or_null<llvm::ConstantInt>(bounds->getAggregateElement(lane));
    if (!bound || bound->getValue() + lane != first->getValue()) return nullptr;
  }
  return bounds->getAggregateElement(0u);
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

// What holds if an id is behind all for which the predicate holds.
std::optional<llvm::CmpInst::Predicate> behind(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_SLT: return llvm::CmpInst::ICMP_SGE;
    case llvm::CmpInst::ICMP_SLE: return llvm::CmpInst::ICMP_SGT;
    case llvm::CmpInst::ICMP_ULT: return llvm::CmpInst::ICMP_UGE;
    case llvm::CmpInst::ICMP_ULE:
    case llvm::CmpInst::ICMP_EQ: return llvm::CmpInst::ICMP_UGT;
    default: return std::nullopt;
  }
}

// `from - id > bound`, where the numbers fall from vector to vector. They do not wrap if neither
// `from` nor the id is negative.
llvm::Value* endOfFalling(llvm::Value& numbers, llvm::CmpInst::Predicate predicate,
                          llvm::Value& bound, llvm::BranchInst& branch,
                          const RegionBlocks& region) {
  llvm::Value *first = firstOf(numbers, -1), *from = nullptr, *id = nullptr;
  const bool isLess = predicate == llvm::CmpInst::ICMP_SGT || predicate == llvm::CmpInst::ICMP_SGE;
  if (!first || !isLess || !match(first, m_Sub(m_Value(from), m_Value(id))) || !isIdAlongX(*id) ||
      !isSameAlongX(*from, region) || !isSameAlongX(bound, region))
    return nullptr;
  llvm::IRBuilder<> builder(&branch);
  llvm::Value* negative = builder.CreateIsNeg(builder.CreateOr(from, id));
  llvm::Value* isBehind =
      builder.CreateICmp(llvm::CmpInst::getInversePredicate(predicate), first, &bound);
  return builder.CreateAnd(builder.CreateNot(negative), isBehind, "idle");
}

// Whether no lane is active in this vector, nor in one behind it, because of one part of the mask.
llvm::Value* endOf(llvm::Value& mask, llvm::BranchInst& branch, const RegionBlocks& region) {
  llvm::Value *first = nullptr, *second = nullptr;
  if (match(&mask, m_LogicalAnd(m_Value(first), m_Value(second)))) {
    llvm::Value* end = endOf(*first, branch, region);
    return end ? end : endOf(*second, branch, region);
  }
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&mask);
  if (!compare) return nullptr;
  llvm::CmpInst::Predicate predicate = compare->getPredicate();
  llvm::Value *ids = compare->getOperand(0), *bounds = compare->getOperand(1);
  if (predicate == llvm::CmpInst::ICMP_EQ)
    if (llvm::Constant* bound = boundOfFirst(*ids, *bounds))
      return llvm::IRBuilder<>(&branch).CreateICmpUGT(llvm::getSplatValue(ids), bound, "idle");
  if (llvm::getSplatValue(ids)) {
    std::swap(ids, bounds);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  llvm::Value *id = firstId(*ids), *bound = llvm::getSplatValue(bounds);
  if (!id && bound) return endOfFalling(*ids, predicate, *bound, branch, region);
  const auto isBehind = behind(predicate);
  if (!id || !bound || !isBehind || !isSameAlongX(*bound, region)) return nullptr;
  return llvm::IRBuilder<>(&branch).CreateICmp(*isBehind, id, bound, "idle");
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
  llvm::Value* mask = branch ? maskOf(*branch, last, region) : nullptr;
  return mask ? endOf(*mask, *branch, region) : nullptr;
}

}  // namespace lanewise
