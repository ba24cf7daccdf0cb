// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes which values are live across barriers and where each is kept. The walk goes from the
// uses of a value back to its definition, and visits only blocks in which the value is live.
#include "compiler/group/live_across_barriers.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

using ReentryPointOf = llvm::DenseMap<const llvm::BasicBlock*, unsigned>;

ReentryPointOf reentryPointsByBlock(const ReentryPoints& reentryPoints) {
  ReentryPointOf result;
  for (unsigned i = 1; i < reentryPoints.blocks.size(); ++i) result[reentryPoints.blocks[i]] = i;
  return result;
}

// Re-entry points at whose start the value is alive.
std::vector<unsigned> liveReentryPoints(const llvm::Instruction& value,
                                        const ReentryPointOf& reentryPointOf) {
  std::vector<unsigned> result;
  const llvm::BasicBlock* home = value.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> work;
  auto liveInto = [&](const llvm::BasicBlock* block) {
    if (block == home || !seen.insert(block).second) return;
    work.push_back(block);
    if (auto found = reentryPointOf.find(block); found != reentryPointOf.end())
      result.push_back(found->second);
  };
  for (const llvm::Use& use : value.uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    liveInto(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  while (!work.empty())
    for (const llvm::BasicBlock* predecessor : llvm::predecessors(work.pop_back_val()))
      liveInto(predecessor);
  llvm::sort(result);
  return result;
}

// Costs about a load, and gives the same result wherever it stands.
bool isCheap(const llvm::Instruction& instruction) {
  if (std::optional<KernelCall> call = kernelCallOf(instruction))
    return *call != KernelCall::Barrier;
  if (instruction.isIntDivRem() || instruction.getOpcode() == llvm::Instruction::FDiv ||
      instruction.getOpcode() == llvm::Instruction::FRem)
    return false;
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst,
                   llvm::GetElementPtrInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(
      instruction);
}

// Instructions that make `value` of arguments, constants and allocas; empty if they cost more than
// `limit` or one must not be repeated. Ids are loop counters, and what is uniform leaves the loop
// over work-items: neither costs anything. No phi is cheap, so there is no cycle.
llvm::SmallSetVector<llvm::Instruction*, 8> recipeOf(llvm::Instruction& value, size_t limit,
                                                     const Uniformity& uniformity) {
  constexpr size_t kMostSteps = 24;
  llvm::SmallSetVector<llvm::Instruction*, 8> recipe;
  recipe.insert(&value);
  size_t cost = 0;
  for (size_t i = 0; i < recipe.size(); ++i) {
    llvm::Instruction& step = *recipe[i];
    const bool free = llvm::isa<llvm::CallInst, llvm::CastInst>(step) || uniformity.isUniform(step);
    cost += free ? 0 : 1;
    if (cost > limit || recipe.size() > kMostSteps || !isCheap(step)) return {};
    for (llvm::Value* operand : step.operands())
      if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand))
        if (!llvm::isa<llvm::AllocaInst>(instruction)) recipe.insert(instruction);
  }
  return recipe;
}

// A uniform value costs nothing to keep, but is better made again if nothing has to be computed; a
// work-item's own costs a store and a load, about as much as this many instructions.
constexpr size_t kItemCost = 6;

bool isAddressOfGroup(const llvm::Instruction& value) {
  if (kernelCallOf(value)) return true;
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value);
  return address && address->hasAllConstantIndices() && kernelCallOf(*address->getPointerOperand());
}

}  // namespace

std::vector<LiveValue> findLiveValues(llvm::Function& function, const ReentryPoints& reentryPoints,
                                      const Uniformity& uniformity) {
  const ReentryPointOf reentryPointOf = reentryPointsByBlock(reentryPoints);
  std::vector<LiveValue> result;
  for (llvm::Instruction& value : llvm::instructions(function)) {
    if (value.use_empty() || llvm::isa<llvm::AllocaInst>(value)) continue;
    LiveValue live{&value, Home::SpillArea, liveReentryPoints(value, reentryPointOf), {}};
    if (live.liveAt.empty()) continue;
    const bool uniform = uniformity.isUniformEverywhere(value);
    if (!uniform || isAddressOfGroup(value)) live.recipe = recipeOf(value, kItemCost, uniformity);
    if (!live.recipe.empty())
      live.home = Home::Recompute;
    else if (uniform)
      live.home = Home::Once;
    result.push_back(std::move(live));
  }
  return result;
}

namespace {

// What touches the contents of a private variable.
struct Accesses {
  llvm::SmallVector<const llvm::Instruction*> uses;
  llvm::SmallVector<const llvm::Instruction*> starts;  // lifetime.start: contents are undefined
  bool escapes = false;
};

bool isAddressArithmetic(const llvm::Instruction& user) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::AddrSpaceCastInst,
                   llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user);
}

// Whether the user reads or writes through the address without keeping it.
bool onlyAccesses(const llvm::Instruction& user, const llvm::Use& use) {
  if (llvm::isa<llvm::LoadInst>(user)) return true;
  if (llvm::isa<llvm::StoreInst>(user))
    return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicRMWInst>(user))
    return use.getOperandNo() == llvm::AtomicRMWInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicCmpXchgInst>(user))
    return use.getOperandNo() == llvm::AtomicCmpXchgInst::getPointerOperandIndex();
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user))
    return call->isDataOperand(&use) && call->doesNotCapture(call->getDataOperandNo(&use));
  return false;
}

Accesses accessesOf(const llvm::AllocaInst& variable) {
  Accesses result;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  llvm::SmallVector<const llvm::Value*> work{&variable};
  while (!work.empty()) {
    const llvm::Value* address = work.pop_back_val();
    if (!seen.insert(address).second) continue;
    for (const llvm::Use& use : address->uses()) {
      const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
      if (user.isLifetimeStartOrEnd()) {
        const auto& call = llvm::cast<llvm::CallBase>(user);
        if (address == &variable && call.getIntrinsicID() == llvm::Intrinsic::lifetime_start)
          result.starts.push_back(&user);
      } else if (isAddressArithmetic(user)) {
        work.push_back(&user);
      } else if (onlyAccesses(user, use)) {
        result.uses.push_back(&user);
      } else if (!llvm::isa<llvm::CmpInst>(user)) {
        result.escapes = true;
      }
    }
  }
  return result;
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// Blocks in which the first thing that happens to the variable is an access.
Blocks exposedBlocks(const Accesses& accesses) {
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::Instruction*> first;
  auto note = [&](const llvm::Instruction* instruction) {
    const llvm::Instruction*& known = first[instruction->getParent()];
    if (!known || instruction->comesBefore(known)) known = instruction;
  };
  for (const llvm::Instruction* start : accesses.starts) note(start);
  for (const llvm::Instruction* use : accesses.uses) note(use);
  Blocks result;
  for (const llvm::Instruction* use : accesses.uses)
    if (first.lookup(use->getParent()) == use) result.insert(use->getParent());
  return result;
}

Blocks blocksBehind(const Accesses& accesses) {
  Blocks result;
  llvm::SmallVector<const llvm::BasicBlock*> work;
  for (const llvm::Instruction* use : accesses.uses) work.push_back(use->getParent());
  while (!work.empty())
    for (const llvm::BasicBlock* successor : llvm::successors(work.pop_back_val()))
      if (result.insert(successor).second) work.push_back(successor);
  return result;
}

bool crosses(const llvm::AllocaInst& variable, const ReentryPointOf& reentryPointOf) {
  const Accesses accesses = accessesOf(variable);
  if (accesses.escapes) return true;
  Blocks starting;
  for (const llvm::Instruction* start : accesses.starts) starting.insert(start->getParent());
  const Blocks written = blocksBehind(accesses);
  // Walk from the accesses back, up to where the contents begin.
  Blocks seen;
  llvm::SmallVector<const llvm::BasicBlock*> work;
  for (const llvm::BasicBlock* block : exposedBlocks(accesses))
    if (seen.insert(block).second) work.push_back(block);
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (reentryPointOf.contains(block) && written.contains(block)) return true;
    for (const llvm::BasicBlock* predecessor : llvm::predecessors(block))
      if (!starting.contains(predecessor) && seen.insert(predecessor).second)
        work.push_back(predecessor);
  }
  return false;
}

}  // namespace

std::vector<llvm::AllocaInst*> findLiveVariables(llvm::Function& function,
                                                 const ReentryPoints& reentryPoints) {
  const ReentryPointOf reentryPointOf = reentryPointsByBlock(reentryPoints);
  std::vector<llvm::AllocaInst*> result;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (!variable->hasMetadata(kScratch) && !variable->hasMetadata(kGroupVariableMark) &&
          crosses(*variable, reentryPointOf))
        result.push_back(variable);
  return result;
}

}  // namespace lanewise
