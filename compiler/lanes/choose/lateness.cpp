// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of divergent loops, by the conditions at which lanes leave them.
#include "compiler/lanes/choose/lateness.h"

#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/known/masks.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

// A divergent loop runs until its last lane is done. Numbers of iterations that are in memory, such
// as those of rows of a sparse matrix, differ much. Lanes that may leave at several places do so
// at very different times; most of all where they search in what is equally long for all of them.
// Where each iteration is the last one with the same probability, the time until the last lane is
// done grows with the logarithm of their number. These are for kUsualLanes.
constexpr double kUsualLanes = 16;
constexpr double kLanesLeaveLate = 1.3, kLanesHaveLengths = 2, kLanesLeaveApart = 3,
                 kLanesFindLate = 5;

constexpr unsigned kMostSteps = 32;  // from a value to those that it is made of

// Whether the value is made of what is loaded from the same places in all iterations.
bool isFromMemory(const llvm::Value& value, const llvm::Loop& loop) {
  bool isLoaded = false;
  llvm::SmallPtrSet<const llvm::Instruction*, kMostSteps> seen;
  llvm::SmallVector<const llvm::Value*> work{&value};
  while (!work.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(work.pop_back_val());
    if (!instruction || !seen.insert(instruction).second) continue;
    const bool isLoad = llvm::isa<llvm::LoadInst>(instruction);
    const bool isComputed =
        !instruction->mayReadOrWriteMemory() && !llvm::isa<llvm::PHINode>(instruction);
    if (seen.size() > kMostSteps || (loop.contains(instruction) && !isLoad && !isComputed))
      return false;
    isLoaded |= isLoad;
    if (isLoad || isComputed) llvm::append_range(work, instruction->operand_values());
  }
  return isLoaded;
}

// The loop ends at a number that each lane has in memory.
bool endsAtLength(const llvm::Value& condition, const llvm::Loop& loop, const Shapes& shapes) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  return comparison && llvm::any_of(comparison->operand_values(), [&](const llvm::Value* end) {
           return !shapes.isUniform(*end) && isFromMemory(*end, loop);
         });
}

bool isOfHeader(const llvm::Value& value, const llvm::Loop& loop) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
  return phi && phi->getParent() == loop.getHeader();
}

// Half of a number of the iteration before, a smaller part, or the middle of two of them.
bool isHalf(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  using namespace llvm::PatternMatch;
  llvm::Value *whole = nullptr, *first = nullptr, *second = nullptr;
  if (!match(&instruction, m_Shr(m_Value(whole), m_ConstantInt())) &&
      !match(&instruction, m_IDiv(m_Value(whole), m_ConstantInt())))
    return false;
  if (match(whole, m_Add(m_Value(first), m_Value(second))) ||
      match(whole, m_Sub(m_Value(first), m_Value(second))))
    return isOfHeader(*first, loop) && isOfHeader(*second, loop);
  return isOfHeader(*whole, loop);
}

// Whether a condition is about what each iteration halves, as those of bisections are. Generators
// of random numbers shift, too, but do not only add, subtract and choose.
bool isHalved(const llvm::Value& condition, const llvm::Loop& loop) {
  bool hasHalf = false;
  llvm::SmallPtrSet<const llvm::Value*, kMostSteps> seen;
  llvm::SmallVector<const llvm::Value*> work{&condition};
  while (!work.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(work.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second) continue;
    hasHalf |= isHalf(*instruction, loop);
    const unsigned opcode = instruction->getOpcode();
    if (seen.size() > kMostSteps || opcode == llvm::Instruction::Mul ||
        opcode == llvm::Instruction::Shl || opcode == llvm::Instruction::Xor)
      return false;
    if (!llvm::isa<llvm::LoadInst>(instruction))
      llvm::append_range(work, instruction->operand_values());
  }
  return hasHalf;
}

// The most iterations of a loop that counts from a number to another one; 0: not known.
double mostIterations(const llvm::Loop& loop, llvm::ArrayRef<llvm::BasicBlock*> exiting) {
  using namespace llvm::PatternMatch;
  for (const llvm::BasicBlock* block : exiting) {
    const llvm::APInt *end = nullptr, *step = nullptr;
    llvm::Value* counter = nullptr;
    llvm::CmpInst::Predicate predicate{};
    if (!match(block->getTerminator(), m_Br(m_ICmp(predicate, m_Value(counter), m_APInt(end)),
                                            m_BasicBlock(), m_BasicBlock())))
      continue;
    llvm::Value* before = nullptr;
    if (match(counter, m_Add(m_Value(before), m_APInt(step))) && step->isOne()) counter = before;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(counter);
    if (!phi || phi->getParent() != loop.getHeader() || !loop.getLoopPredecessor()) continue;
    const auto* begin =
        llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(loop.getLoopPredecessor()));
    if (begin && begin->getValue().slt(*end))
      return (*end - begin->getValue()).roundToDouble(/*isSigned=*/false);
  }
  return 0;
}

// The lateness for kUsualLanes.
double latenessOf(const llvm::Loop& loop, const Shapes& shapes) {
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  unsigned ways = 0;
  bool isBounded = false, hasLengths = false, bisects = false;
  for (const llvm::BasicBlock* block : exiting) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional() || shapes.isUniform(*branch->getCondition())) continue;
    ++ways;
    isBounded |= isOfIds(*branch->getCondition(), shapes);
    hasLengths |= endsAtLength(*branch->getCondition(), loop, shapes);
    bisects |= isHalved(*branch->getCondition(), loop);
  }
  if (ways <= 1) return hasLengths ? kLanesHaveLengths : kLanesLeaveLate;
  if (!isBounded && bisects) return kLanesLeaveLate;
  const double late = isBounded ? kLanesFindLate : kLanesLeaveApart;
  const double most = mostIterations(loop, exiting);
  return most == 0 ? late : std::clamp(std::sqrt(most), kLanesLeaveLate, late);
}

}  // namespace

double latenessOf(const llvm::Loop& loop, const Masks& masks, const Shapes& shapes,
                  unsigned lanes) {
  if (!masks.isDivergent(loop)) return 1;
  return 1 + (latenessOf(loop, shapes) - 1) * std::log2(lanes) / std::log2(kUsualLanes);
}

}  // namespace lanewise
