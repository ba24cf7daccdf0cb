// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// barrier-regions: converts a kernel for one work-item to a kernel for a work-group: barrier
// regions, each of which runs for all work-items before the next one starts. This file prepares the
// kernel and decides where values are stored. region_writer.cpp writes the regions.
//
// The spill area has one part per work-item, which holds all its values. So one base address and
// constant offsets suffice, where an array per value would need an address register per value.
#include "compiler/contract/instruction_marks.h"
#include "compiler/group/find_regions.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/group/live_across_barriers.h"
#include "compiler/group/region_marks.h"
#include "compiler/group/region_writer.h"
#include "compiler/group/spill_layout.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

namespace lanewise {

/// Requires: one function a kernel, with lanewise.barrier anywhere in it. Ensures: no barrier is
/// left; the kernel is code of the group in which lanewise.region_begin and lanewise.region_end
/// enclose what runs for each work-item; values and private variables that live across barriers are
/// in lanewise.item_spill (of "lanewise-spill-vector-bytes"), or once for the group in allocas;
/// the entry block holds the allocas and nothing else; "lanewise-uses-barrier" is 0 or 1. No pass
/// of LLVM's may stand between this pass and work-item-loops: the loops are not yet to be seen. Why
/// here: the kernel must be one function, and optimized, so that little lives across.
REQUIRED_MODULE_PASS(BarrierRegionsPass);

namespace {

// All allocas stand in the entry block, and nothing else does. Returns the block behind it.
llvm::BasicBlock* isolateAllocas(llvm::Function& kernel) {
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (llvm::isa<llvm::ConstantInt>(variable->getArraySize()))
        variables.push_back(variable);
      else
        reportUnsupported(kernel, "a private array of variable length");
    }
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  auto place = llvm::find_if(entry, [](const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::AllocaInst>(instruction);
  });
  for (llvm::AllocaInst* variable : variables) variable->moveBefore(entry, place);
  return llvm::SplitBlock(&entry, place);
}

bool isOf(const llvm::Instruction& instruction, KernelCall call) {
  return kernelCallOf(instruction) == call;
}

std::vector<llvm::Instruction*> barriersAndYieldsOf(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> result;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (isOf(instruction, KernelCall::Barrier) || isOf(instruction, KernelCall::Yield))
      result.push_back(&instruction);
  return result;
}

// A kernel without barriers is one region.
void markWholeKernel(llvm::Function& kernel, llvm::BasicBlock& start) {
  std::vector<llvm::ReturnInst*> returns;
  for (llvm::BasicBlock& block : kernel)
    if (auto* ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) returns.push_back(ret);
  llvm::IRBuilder<> builder(&start, start.begin());
  emitKernelCall(builder, KernelCall::RegionBegin);
  if (returns.empty()) return;
  auto* end = llvm::BasicBlock::Create(kernel.getContext(), "region.end", &kernel);
  builder.SetInsertPoint(end);
  emitKernelCall(builder, KernelCall::RegionEnd);
  builder.CreateRetVoid();
  for (llvm::ReturnInst* ret : returns) {
    llvm::BranchInst::Create(end, ret->getParent());
    ret->eraseFromParent();
  }
}

ReentryPoints splitAtBarriers(llvm::BasicBlock* start,
                              llvm::ArrayRef<llvm::Instruction*> barriers) {
  ReentryPoints reentryPoints;
  reentryPoints.blocks.push_back(start);
  for (llvm::Instruction* barrier : barriers) {
    llvm::BasicBlock* behind = llvm::SplitBlock(barrier->getParent(), barrier->getNextNode());
    behind->setName("reentry");
    const auto number = static_cast<unsigned>(reentryPoints.blocks.size());
    if (isOf(*barrier, KernelCall::Yield)) reentryPoints.behindYield.insert(number);
    reentryPoints.behind[barrier->getParent()] = {number};
    reentryPoints.blocks.push_back(behind);
  }
  return reentryPoints;
}

// A block of its own on the way from the block to its successor.
llvm::BasicBlock* splitSuccessor(llvm::BasicBlock& block, unsigned successor) {
  llvm::Instruction* branch = block.getTerminator();
  llvm::BasicBlock* target = branch->getSuccessor(successor);
  auto* between = llvm::BasicBlock::Create(block.getContext(), "reentry", block.getParent(),
                                           block.getNextNode());
  llvm::BranchInst::Create(target, between);
  branch->setSuccessor(successor, between);
  // One of the phis' entries for the block, where it has several to the same target.
  for (llvm::PHINode& phi : target->phis())
    phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(&block)), between);
  return between;
}

void splitAtBranches(llvm::ArrayRef<llvm::BasicBlock*> exits, ReentryPoints& reentryPoints) {
  for (llvm::BasicBlock* exit : exits)
    for (unsigned i = 0; i < exit->getTerminator()->getNumSuccessors(); ++i) {
      reentryPoints.behind[exit].push_back(static_cast<unsigned>(reentryPoints.blocks.size()));
      reentryPoints.blocks.push_back(splitSuccessor(*exit, i));
    }
}

// Regions cut the ranges of variables in debug information and of lifetimes in pieces; lines of
// instructions stay.
void dropRanges(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    instruction.dropDbgRecords();
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd())
      instruction.eraseFromParent();
  }
}

// Recipes as instructions outside of any block, whose operands are recipes, arguments, constants
// and allocas: they stay as they are while the kernel is taken apart.
class Recipes {
 public:
  Recipes() = default;
  Recipes(const Recipes&) = delete;
  Recipes& operator=(const Recipes&) = delete;
  ~Recipes() {
    for (auto& entry : copies_) entry.second->dropAllReferences();
    for (auto& entry : copies_) entry.second->deleteValue();
  }

  llvm::Instruction* add(const LiveValue& live) {
    for (llvm::Instruction* step : live.recipe) copyOf(*step);
    for (llvm::Instruction* step : live.recipe)
      for (llvm::Use& operand : copies_[step]->operands())
        if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand.get()))
          if (auto found = copies_.find(instruction); found != copies_.end())
            operand.set(found->second);
    return copies_.lookup(live.value);
  }

 private:
  void copyOf(llvm::Instruction& original) {
    llvm::Instruction*& copy = copies_[&original];
    if (!copy) copy = original.clone();
  }

  llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> copies_;
};

// Turns each value that is live across a barrier into stores and loads of a variable of its own.
void demoteValues(llvm::ArrayRef<LiveValue> values, Recipes& recipes, RegionPlan& plan) {
  for (const LiveValue& live : values) {
    LiveSlot slot{nullptr, live.home, live.value->getParent(), live.liveAt};
    if (live.home == Home::Recompute) slot.recipe = recipes.add(live);
    plan.slots.push_back(std::move(slot));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    LiveSlot& slot = plan.slots[i];
    slot.variable = llvm::DemoteRegToStack(*values[i].value);
    slot.variable->setAlignment(
        std::min(slot.variable->getAlign(), llvm::Align(abi::kBlockAlignment)));
    if (slot.home == Home::Once)
      slot.once = new llvm::AllocaInst(slot.variable->getAllocatedType(), 0, "once",
                                       slot.variable->getIterator());
  }
}

// Values live across barriers that phis copy into each other.
CopiedSlots copiesAmong(llvm::ArrayRef<LiveValue> values) {
  llvm::DenseMap<const llvm::Value*, size_t> numbers;
  for (size_t i = 0; i < values.size(); ++i) numbers[values[i].value] = i;
  CopiedSlots copies;
  for (size_t i = 0; i < values.size(); ++i)
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(values[i].value))
      for (const llvm::Value* incoming : phi->incoming_values())
        if (auto found = numbers.find(incoming); found != numbers.end())
          copies.push_back({i, found->second});
  return copies;
}

void formGroup(llvm::Function& kernel, llvm::BasicBlock* start,
               llvm::ArrayRef<llvm::Instruction*> barriers) {
  RegionPlan plan;
  plan.reentryPoints = splitAtBarriers(start, barriers);
  const bool yields = plan.reentryPoints.hasYields();
  if (!yields)
    splitAtBranches(findUniformExits(kernel, plan.reentryPoints, Uniformity(kernel)),
                    plan.reentryPoints);
  plan.regions =
      yields ? oneRegion(kernel, plan.reentryPoints) : formRegions(kernel, plan.reentryPoints);
  std::vector<LiveValue> values;
  {
    const Uniformity uniformity(kernel);
    plan.tracksEnded = !yields && itemsEndEarly(kernel, plan.reentryPoints, uniformity);
    values = findLiveValues(kernel, plan.reentryPoints, uniformity);
  }
  // The group has a value once only if all reach it in the same round.
  if (yields)
    for (LiveValue& value : values)
      if (value.home == Home::Once) value.home = Home::SpillArea;
  const std::vector<llvm::AllocaInst*> variables = findLiveVariables(kernel, plan.reentryPoints);
  dropRanges(kernel);

  {
    Recipes recipes;
    const CopiedSlots copies = copiesAmong(values);
    demoteValues(values, recipes, plan);
    const ItemPart part =
        layOutSpillArea(plan, copies, variables, kernel.getParent()->getDataLayout());
    setNumberAttribute(kernel, kSpillVectorBytesAttribute, part.sizeBytes);
    if (part.align.value() > abi::kBlockAlignment)
      setNumberAttribute(kernel, kSpillAlignmentAttribute, part.align.value());
    writeRegions(kernel, plan);
  }
  for (llvm::AllocaInst* variable : variables) variable->eraseFromParent();
  if (regionsBecomeFunctions(kernel)) return;
  std::vector<llvm::AllocaInst*> promotable;
  promotable.reserve(plan.slots.size());
  for (const LiveSlot& slot : plan.slots) promotable.push_back(slot.variable);
  llvm::DominatorTree dominators(kernel);
  llvm::PromoteMemToReg(promotable, dominators);
}

// Before the first region begins.
void writeInitialValues(llvm::Function& kernel) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::BasicBlock& start = *entry.getSingleSuccessor();
  for (llvm::Instruction& variable : entry) {
    const llvm::MDNode* mark = variable.getMetadata(kGroupVariableMark);
    if (!mark || mark->getNumOperands() == 0) continue;
    auto* value = llvm::mdconst::extract<llvm::Constant>(mark->getOperand(0));
    llvm::IRBuilder<>(&start, start.begin()).CreateStore(value, &variable);
  }
}

}  // namespace

llvm::PreservedAnalyses BarrierRegionsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  for (llvm::Function* kernel : kernelsOf(module)) {
    llvm::removeUnreachableBlocks(*kernel);
    llvm::BasicBlock* start = isolateAllocas(*kernel);
    const std::vector<llvm::Instruction*> barriers = barriersAndYieldsOf(*kernel);
    setNumberAttribute(*kernel, kObservesGroupsAttribute, observesGroups(*kernel) ? 1 : 0);
    setNumberAttribute(*kernel, kUsesBarrierAttribute, barriers.empty() ? 0 : 1);
    setNumberAttribute(*kernel, kSpillVectorBytesAttribute, 0);
    if (barriers.empty())
      markWholeKernel(*kernel, *start);
    else
      formGroup(*kernel, start, barriers);
    writeInitialValues(*kernel);
  }
  return kernelsOf(module).empty() ? llvm::PreservedAnalyses::all()
                                   : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
