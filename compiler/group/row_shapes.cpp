// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis that starts with ids along y and with private variables, of which each row has
// its own. Branches are the same for all rows, or rows do not run together: so a phi differs only
// if its operands do.
#include "compiler/group/row_shapes.h"

#include "compiler/analysis/early_computation.h"
#include "compiler/analysis/step_rules.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/group/region_marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ProfDataUtils.h>

namespace lanewise {
namespace {

// A condition of more instructions costs too much to be computed for each row.
constexpr size_t kMostOfSlice = 64;
// A branch that goes one way so many times more often is expected to go there.
constexpr uint64_t kFarMoreOften = 100;

// One row after another, or rows together: there is no difference.
bool mayInterleave(const llvm::Instruction& instruction) {
  if (instruction.hasMetadata(kInOrderMark)) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isSimple();
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return !memory->isVolatile();
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::masked_load:
      case llvm::Intrinsic::masked_store:
      case llvm::Intrinsic::masked_gather:
      case llvm::Intrinsic::masked_scatter:
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::assume: return true;
      default: break;
    }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return call->doesNotAccessMemory() && !call->isConvergent();
  if (instruction.isTerminator())
    return llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::UnreachableInst>(instruction);
  return !instruction.mayReadOrWriteMemory();
}

// `left`: how many tests to look at. Tests that use each other's results have many ways between
// them.
bool isTrueInFullVectors(const llvm::Value& value, unsigned& left) {
  const std::optional<KernelCall> call = kernelCallOf(value);
  if (call == KernelCall::AssumesSmallMemory || call == KernelCall::MayBeFull) return true;
  const auto* tests = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!tests || !tests->getType()->isIntegerTy(1) || left == 0) return false;
  --left;
  const bool first = isTrueInFullVectors(*tests->getOperand(0), left);
  if (tests->getOpcode() == llvm::Instruction::Or)
    return first || isTrueInFullVectors(*tests->getOperand(1), left);
  return tests->getOpcode() == llvm::Instruction::And && first &&
         isTrueInFullVectors(*tests->getOperand(1), left);
}

// Rows run together in the code for full vectors only, which relies on small memory if it can.
bool isTrueInFullVectors(const llvm::Value& value) {
  unsigned left = 32;
  return isTrueInFullVectors(value, left);
}

bool isIdAlongY(const llvm::Instruction& instruction, KernelCall call) {
  return (call == KernelCall::LocalId || call == KernelCall::GlobalId) &&
         dimensionOf(llvm::cast<llvm::CallInst>(instruction)) == 1;
}

// Private memory of a row. What regions pass to each other is the same for all work-items.
bool isOfRow(const llvm::AllocaInst& variable) {
  return !variable.hasMetadata(kGroupVariableMark) && !variable.hasMetadata(kScratch);
}

std::optional<bool> expectedValue(const llvm::Instruction& condition) {
  for (const llvm::User* user : condition.users()) {
    uint64_t whenTrue = 0, whenFalse = 0;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
    if (!branch || !llvm::extractBranchWeights(*branch, whenTrue, whenFalse)) continue;
    if (whenTrue > whenFalse * kFarMoreOften) return true;
    if (whenFalse > whenTrue * kFarMoreOften) return false;
  }
  return std::nullopt;
}

}  // namespace

RowShapes::RowShapes(const RegionBlocks& region) : region_(region) {
  for (const llvm::BasicBlock* block : region)
    if (!llvm::all_of(*block, mayInterleave)) return;
  solve();
  if (!findGuards()) return;
  if (!guards_.empty()) solve();
  mayRunTogether_ = llvm::all_of(
      region, [&](const llvm::BasicBlock* block) { return isSame(*block->getTerminator()); });
}

void RowShapes::solve() {
  shapes_.clear();
  for (const RowGuard& guard : guards_) shapes_[guard.condition] = Step::uniform();
  const auto isGuard = [&](const llvm::Instruction& instruction) {
    return llvm::any_of(guards_,
                        [&](const RowGuard& guard) { return guard.condition == &instruction; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : region_)
      for (const llvm::Instruction& instruction : *block) {
        const Step known = shapes_.lookup(&instruction);
        if (known.isOpaque() || isGuard(instruction)) continue;
        const Step step = compute(instruction);
        changed |= step != known;
        shapes_[&instruction] = step;
      }
  }
}

Step RowShapes::of(const llvm::Value& value) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) return Step::uniform();
  if (region_.contains(const_cast<llvm::BasicBlock*>(instruction->getParent())))
    return shapes_.lookup(instruction);
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(instruction);
  return variable && isOfRow(*variable) ? Step::varying() : Step::uniform();
}

Step RowShapes::compute(const llvm::Instruction& instruction) const {
  if (isTrueInFullVectors(instruction)) return Step::uniform();
  if (const std::optional<KernelCall> call = kernelCallOf(instruction)) {
    if (isIdAlongY(instruction, *call)) {
      Step step = Step::strided(1, kNeverWraps);
      step.isId = true;
      return step;
    }
    const bool isId = *call == KernelCall::LocalId || *call == KernelCall::GlobalId;
    return scopeOf(*call) != CallScope::Item || isId || *call == KernelCall::LiveLanes
               ? Step::uniform()
               : Step::varying();
  }
  const auto of = [this](const llvm::Value& value) { return this->of(value); };
  const StepRules rules{.of = of};
  if (llvm::isa<llvm::PHINode>(instruction)) return stepOfChoice(instruction, 0, rules);
  bool same = true;
  for (const llvm::Value* operand : instruction.operand_values()) {
    const Step step = of(*operand);
    if (step.kind == Step::Unknown) return {};
    same &= step.kind == Step::Uniform;
  }
  if (same) return Step::uniform();
  const auto* type = llvm::dyn_cast<llvm::IntegerType>(instruction.getType());
  if (!type || type->getBitWidth() > 64) return Step::varying();
  return instruction.isCast() || instruction.isBinaryOp() ? stepThrough(instruction, rules)
                                                          : Step::varying();
}

bool RowShapes::findGuards() {
  for (llvm::BasicBlock* block : region_)
    if (!isSame(*block->getTerminator()) && !findGuardsOf(*block->getTerminator())) return false;
  return true;
}

// The conditions through which a branch depends on the row. What lies between a condition and the
// branch are masks made of it.
bool RowShapes::findGuardsOf(llvm::Instruction& branch) {
  llvm::SmallVector<llvm::Instruction*> work{&branch};
  llvm::SmallPtrSet<llvm::Instruction*, 16> seen;
  while (!work.empty()) {
    llvm::Instruction* instruction = work.pop_back_val();
    if (!seen.insert(instruction).second) continue;
    if (instruction->getType()->isIntegerTy(1) && !sliceOf(*instruction, region_).empty()) {
      if (llvm::none_of(guards_,
                        [&](const RowGuard& guard) { return guard.condition == instruction; }))
        guards_.push_back({instruction, expectedValue(*instruction)});
      continue;
    }
    if (llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        kernelCallOf(*instruction))
      return false;
    for (llvm::Value* operand : instruction->operands())
      if (auto* before = llvm::dyn_cast<llvm::Instruction>(operand); before && !isSame(*before))
        work.push_back(before);
  }
  return true;
}

RegionBlocks blocksOfFullVectors(const RegionBlocks& region) {
  RegionBlocks reached;
  reached.insert(region.front());
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(reached[i]->getTerminator());
    const bool isDecided =
        branch && branch->isConditional() && isTrueInFullVectors(*branch->getCondition());
    for (llvm::BasicBlock* next : llvm::successors(reached[i]))
      if (region.contains(next) && (!isDecided || next == branch->getSuccessor(0)))
        reached.insert(next);
  }
  return reached;
}

llvm::SmallVector<llvm::Instruction*> sliceOf(llvm::Instruction& condition,
                                              const RegionBlocks& region) {
  auto slice = earlyComputation(
      condition, [&](llvm::BasicBlock* block) { return region.contains(block); }, kMostOfSlice);
  return slice ? std::move(*slice) : llvm::SmallVector<llvm::Instruction*>{};
}

}  // namespace lanewise
