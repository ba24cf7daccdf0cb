// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// distribute-sums: a loop whose sums do not fit in registers stores and loads some of them in each
// iteration, and waits for that. Several loops, each for a part of the sums, load more, and nothing
// else. A product of matrices in blocks of 4 x 4 has 16 sums, and needs 21 registers in one loop.
#include "compiler/analysis/register_demand.h"
#include "compiler/contract/pass.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <utility>

namespace lanewise {

/// Ensures: loops of one block that store nothing, and have sums which are independent of each
/// other, need no more vector registers than there are, if several loops can do the same. Why here:
/// loops are unrolled, lanes are vectors, and equal loads are one.
FUNCTION_PASS(DistributeSumsPass);

namespace {

// How much of a loop may be in two loops.
constexpr double kMostRepeated = 0.5;

using Phis = llvm::SmallVector<llvm::PHINode*>;
using Instructions = llvm::SmallPtrSet<const llvm::Instruction*, 32>;

unsigned demandOf(llvm::BasicBlock& block, unsigned registerBits) {
  llvm::BasicBlock* blocks[] = {&block};
  return registerDemand(
      blocks, [&](const llvm::Instruction& value) { return vectorRegisters(value, registerBits); });
}

// A loop of one block.
class SumLoop {
 public:
  SumLoop(llvm::BasicBlock& block, unsigned registerBits)
      : block_(block), registerBits_(registerBits) {
    addSources(*block.getTerminator(), control_);
    findGroups();
  }

  bool isDivisible() const { return groups_.size() > 1 && llvm::all_of(block_, isRepeatable); }

  /// The phis of the first of two loops: as many groups as fit in registers beside what both loops
  /// need, but no more than half of the sums. None if too much would be in both loops. `demand` is
  /// that of the loop.
  Phis firstPart(unsigned demand, unsigned registers) const {
    unsigned all = 0, first = 0;
    for (const Phis& group : groups_) all += demandOf(group);
    const unsigned others = demand - std::min(demand, all);
    Phis part, rest;
    for (const Phis& group : groups_) {
      const unsigned own = demandOf(group);
      const bool fits =
          rest.empty() && 2 * (first + own) <= all + 1 && first + own + others <= registers;
      if (fits) first += own;
      llvm::append_range(fits ? part : rest, group);
    }
    return isMostlyApart(part, rest) ? part : Phis();
  }

  /// Appends a loop for all but `first`, and leaves these to this one. Returns the block of the
  /// new one.
  llvm::BasicBlock& divide(const Phis& first);

 private:
  // Executing it once more is not observable.
  static bool isRepeatable(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return call->doesNotAccessMemory() && !call->isConvergent() && call->willReturn();
    return !instruction.mayReadOrWriteMemory();
  }

  unsigned demandOf(const Phis& phis) const {
    unsigned sum = 0;
    for (const llvm::PHINode* phi : phis) sum += vectorRegisters(*phi, registerBits_);
    return sum;
  }

  // Adds what the loop makes the instruction of, in this iteration and those before.
  void addSources(const llvm::Instruction& of, Instructions& sources) const {
    llvm::SmallVector<const llvm::Instruction*> work{&of};
    while (!work.empty())
      for (const llvm::Value* operand : work.pop_back_val()->operand_values()) {
        const auto* source = llvm::dyn_cast<llvm::Instruction>(operand);
        if (source && source->getParent() == &block_ && sources.insert(source).second)
          work.push_back(source);
      }
  }

  bool isUsedBehind(const llvm::Instruction& value) const {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
      return llvm::cast<llvm::Instruction>(user)->getParent() != &block_;
    });
  }

  // Phis that depend on each other, or of which one result is made, are a group.
  void findGroups() {
    llvm::EquivalenceClasses<const llvm::PHINode*> classes;
    const auto unite = [&](const llvm::Instruction& value) {
      Instructions sources;
      addSources(value, sources);
      const llvm::PHINode* one = llvm::dyn_cast<llvm::PHINode>(&value);
      for (const llvm::PHINode& phi : block_.phis())
        if (sources.contains(&phi) && !control_.contains(&phi)) {
          classes.unionSets(one ? one : &phi, &phi);
          one = &phi;
        }
    };
    for (const llvm::PHINode& phi : block_.phis())
      if (!control_.contains(&phi)) classes.insert(&phi);
    for (const llvm::Instruction& value : block_)
      if (!control_.contains(&value) && (llvm::isa<llvm::PHINode>(value) || isUsedBehind(value)))
        unite(value);
    llvm::DenseMap<const llvm::PHINode*, size_t> numbers;
    for (llvm::PHINode& phi : block_.phis()) {
      if (control_.contains(&phi)) continue;
      const auto [known, isNew] = numbers.try_emplace(classes.getLeaderValue(&phi), groups_.size());
      if (isNew) groups_.emplace_back();
      groups_[known->second].push_back(&phi);
    }
  }

  bool isMostlyApart(const Phis& part, const Phis& rest) const {
    Instructions first, second;
    for (const llvm::PHINode* phi : part) addSources(*phi, first);
    for (const llvm::PHINode* phi : rest) addSources(*phi, second);
    const auto repeated = llvm::count_if(
        first, [&](const llvm::Instruction* instruction) { return second.contains(instruction); });
    return !part.empty() && static_cast<double>(repeated) <=
                                kMostRepeated * static_cast<double>(block_.sizeWithoutDebug());
  }

  llvm::BasicBlock& block_;
  const unsigned registerBits_;
  Instructions control_;  // makes the condition of the loop
  llvm::SmallVector<Phis> groups_;
};

// Phis whose cycle has no other use, and what only they use.
void drop(llvm::BasicBlock& block, const Phis& phis) {
  for (llvm::PHINode* phi : phis) {
    phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
    phi->eraseFromParent();
  }
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
    if (llvm::isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
}

llvm::BasicBlock& SumLoop::divide(const Phis& first) {
  llvm::ValueToValueMapTy copies;
  llvm::BasicBlock* second = llvm::CloneBasicBlock(&block_, copies, ".sums", block_.getParent());
  second->moveAfter(&block_);
  auto* between = llvm::BasicBlock::Create(block_.getContext(), block_.getName() + ".next",
                                           block_.getParent(), second);
  llvm::BranchInst::Create(second, between);
  copies[&block_] = second;
  for (llvm::BasicBlock* before : llvm::predecessors(&block_))
    if (before != &block_) copies[before] = between;
  llvm::remapInstructionsInBlocks(second, copies);
  Instructions kept;
  for (const llvm::PHINode* phi : first) kept.insert(phi);
  Phis others, copiesOfFirst;
  for (llvm::PHINode& phi : block_.phis())
    if (!control_.contains(&phi)) (kept.contains(&phi) ? copiesOfFirst : others).push_back(&phi);
  for (llvm::PHINode*& phi : copiesOfFirst)
    phi = llvm::cast<llvm::PHINode>(static_cast<llvm::Value*>(copies[phi]));
  llvm::BasicBlock* exit = nullptr;
  for (llvm::BasicBlock* successor : llvm::successors(&block_))
    if (successor != &block_) exit = successor;
  block_.getTerminator()->replaceSuccessorWith(exit, between);
  exit->replacePhiUsesWith(&block_, second);
  for (llvm::Instruction& value : block_) {
    Instructions sources;
    addSources(value, sources);
    sources.insert(&value);
    if (llvm::none_of(others, [&](const llvm::PHINode* phi) { return sources.contains(phi); }))
      continue;
    value.replaceUsesWithIf(copies[&value], [&](const llvm::Use& use) {
      const llvm::BasicBlock* user = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
      return user != &block_ && user != second;
    });
  }
  drop(block_, others);
  drop(*second, copiesOfFirst);
  return *second;
}

// Divides the loop until its parts fit in registers.
bool distribute(llvm::BasicBlock& loop, unsigned registers, unsigned registerBits) {
  bool changed = false;
  for (llvm::BasicBlock* block = &loop; block;) {
    const unsigned demand = demandOf(*block, registerBits);
    if (demand <= registers) break;
    SumLoop sums(*block, registerBits);
    const Phis first = sums.isDivisible() ? sums.firstPart(demand, registers) : Phis();
    block = first.empty() ? nullptr : &sums.divide(first);
    changed |= block != nullptr;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses DistributeSumsPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const unsigned registers =
      target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
  const unsigned registerBits = vectorRegisterBits(*function.getParent());
  llvm::SmallVector<llvm::BasicBlock*> loops;
  for (const llvm::Loop* loop :
       analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1 && loop->getLoopPreheader() && loop->getExitBlock())
      loops.push_back(loop->getHeader());
  bool changed = false;
  for (llvm::BasicBlock* loop : loops) changed |= distribute(*loop, registers, registerBits);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
