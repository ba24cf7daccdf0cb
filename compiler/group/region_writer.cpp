// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier region becomes:
//
//   head:     loads the state of the group once; all work-items start from the same values
//   begin:    lanewise.region_begin; from here to the end, once for each work-item; loads values
//             that the region does not define
//   restore:  loads values that the region defines, too (one block per re-entry point)
//   ...       a copy of the region's blocks; an exit stores the values that are live after it and
//             were not stored where they are defined, and the number of the next re-entry point; a
//             return stores that the work-item has ended
//   end:      lanewise.region_end, then the branch to the head of the next region
//
// region_values.h has which values are loaded and stored where.
//
// In a kernel with yields, each work-item has a re-entry point of its own. The kernel is one
// region, which the group runs round by round:
//
//   begin:    continues at the work-item's own re-entry point. Behind a barrier it continues if the
//             barrier is released in this round
//   end:      the next round, unless all have ended. It releases the barrier if no work-item is at
//             a yield: then all wait there
//
// OpenCL requires that all work-items of a group reach the same exit. If a program breaks this
// rule, the last work-item decides: the result is undefined, but there is no crash.
#include "compiler/group/region_writer.h"

#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/group/region_marks.h"
#include "compiler/group/region_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>
#include <utility>

namespace lanewise {
namespace {

// The rounds of a group, in a kernel with yields. Null elsewhere.
struct Rounds {
  llvm::AllocaInst* begun = nullptr;     // i1: this is not the first round
  llvm::AllocaInst* released = nullptr;  // i1: this round releases the barrier
  llvm::AllocaInst* yielded = nullptr;   // i1: some work-item is at a yield
  llvm::AllocaInst* waiting = nullptr;   // i1: some work-item is at a barrier
};

// The re-entry point of a work-item that has ended.
constexpr uint32_t kEnded = ~uint32_t{0};

// What all regions of the function share.
struct Shared {
  Shared(llvm::Function& theFunction, const RegionPlan& thePlan)
      : function(theFunction), plan(thePlan) {}

  llvm::Function& function;
  const RegionPlan& plan;
  bool becomesFunctions = false;
  llvm::AllocaInst* next = nullptr;  // re-entry point that was reached; 0: all have ended
  Rounds rounds;
  std::vector<llvm::BasicBlock*> heads;  // by region
  std::vector<unsigned> regionOf;        // by re-entry point
  LiveSlots liveAt;
  // Saved values are memory that no other access of the kernel touches.
  llvm::MDNode* savedScope = nullptr;

  llvm::BasicBlock* newBlock(const llvm::Twine& name) const {
    return llvm::BasicBlock::Create(function.getContext(), name, &function);
  }
};

class RegionWriter {
 public:
  RegionWriter(const Shared& shared, unsigned number)
      : shared_(shared),
        plan_(shared.plan),
        region_(shared.plan.regions[number]),
        head_(shared.heads[number]),
        begin_(shared.newBlock("region.begin")),
        end_(llvm::BasicBlock::Create(shared.function.getContext(), "region.end")),
        original_(region_.blocks.begin(), region_.blocks.end()),
        values_(findRegionValues(shared.plan, region_, shared.liveAt)) {}

  void write() {
    copyBlocks();
    end_->insertInto(&shared_.function);
    writeHead();
    writeBegin();
    writeEnd();
  }

 private:
  using Builder = llvm::IRBuilder<>;
  using Made = llvm::DenseMap<const llvm::Instruction*, llvm::Value*>;

  llvm::BasicBlock* copyOf(const llvm::BasicBlock* block) {
    return llvm::cast<llvm::BasicBlock>(copies_.lookup(block));
  }
  llvm::Value* spillAddress(Builder& builder, uint64_t offsetBytes) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), itemSpill_, offsetBytes);
  }
  template <class Access>
  Access* ofSavedValue(Access* access) {
    access->setMetadata(llvm::LLVMContext::MD_alias_scope, shared_.savedScope);
    return access;
  }

  void markBranch(llvm::Instruction* branch, llvm::StringRef kind) {
    if (shared_.becomesFunctions) mark(*branch, kind);
  }

  void writeHead();
  void writeBegin();
  void fill(Builder& builder, const LiveSlot& slot, Made& made);
  void writeRestore(llvm::BasicBlock* restore, unsigned reentryPoint);
  void skipIfEnded(Builder& builder, llvm::BasicBlock* restore);
  bool yields() const { return plan_.reentryPoints.hasYields(); }
  void waitForRelease(Builder& builder, llvm::BasicBlock* restore);
  void storeResume(Builder& builder, uint32_t reentryPoint);
  void writeEndOfRound(Builder& builder);
  llvm::Value* recompute(Builder& builder, const llvm::Instruction& recipe, Made& made);
  void placeVariables();
  void copyBlocks();
  void copyInto(llvm::BasicBlock& copy, const llvm::BasicBlock& original);
  void storeWhereDefined(llvm::Instruction& clone);
  void storeForExits(Builder& builder, const LiveSlot& slot, llvm::Value* value);
  void finishReturn(llvm::BasicBlock& copy);
  void finishExit(const llvm::BasicBlock& original, llvm::BasicBlock& copy,
                  llvm::ArrayRef<unsigned> reentryPoints);
  llvm::Value* chosen(Builder& builder, llvm::Instruction& branch,
                      llvm::ArrayRef<unsigned> reentryPoints);
  void writeEnd();

  const Shared& shared_;
  const RegionPlan& plan_;
  const Region& region_;
  llvm::BasicBlock *head_, *begin_, *end_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> original_;
  const RegionValues values_;
  llvm::ValueToValueMapTy copies_;
  llvm::Value* itemSpill_ = nullptr;
  llvm::Value* startAt_ = nullptr;
  llvm::Value *begun_ = nullptr, *released_ = nullptr;
  llvm::DenseMap<const LiveSlot*, llvm::Value*> onceValues_;
};

void RegionWriter::writeHead() {
  Builder builder(head_);
  if (yields()) {
    begun_ = builder.CreateLoad(builder.getInt1Ty(), shared_.rounds.begun);
    released_ = builder.CreateLoad(builder.getInt1Ty(), shared_.rounds.released);
    builder.CreateStore(builder.getFalse(), shared_.rounds.yielded);
    builder.CreateStore(builder.getFalse(), shared_.rounds.waiting);
  } else if (region_.reentryPoints.size() > 1) {
    startAt_ = builder.CreateLoad(builder.getInt32Ty(), shared_.next);
  }
  for (const LiveSlot* slot : values_.loaded)
    if (slot->home == Home::Once)
      onceValues_[slot] = builder.CreateLoad(slot->once->getAllocatedType(), slot->once);
  if (!yields()) builder.CreateStore(builder.getInt32(0), shared_.next);
  markBranch(builder.CreateBr(begin_), kRegionHeadMark);
}

void RegionWriter::writeBegin() {
  Builder builder(begin_);
  Made made;
  for (const LiveSlot* slot : values_.passedIn) fill(builder, *slot, made);
  llvm::SmallVector<llvm::BasicBlock*> restores;
  for (unsigned reentryPoint : region_.reentryPoints) {
    restores.push_back(shared_.newBlock("restore"));
    writeRestore(restores.back(), reentryPoint);
  }
  if (restores.size() == 1) {
    builder.CreateBr(restores.front());
    return;
  }
  if (yields()) {
    llvm::Value* at = ofSavedValue(builder.CreateAlignedLoad(
        builder.getInt32Ty(), spillAddress(builder, plan_.resumeOffsetBytes),
        llvm::Align(sizeof(uint32_t))));
    startAt_ = builder.CreateSelect(begun_, at, builder.getInt32(0));
  }
  auto* dispatch =
      builder.CreateSwitch(startAt_, restores.front(), static_cast<unsigned>(restores.size()) - 1);
  if (yields()) dispatch->addCase(builder.getInt32(kEnded), end_);
  for (size_t i = 1; i < restores.size(); ++i)
    dispatch->addCase(builder.getInt32(region_.reentryPoints[i]), restores[i]);
}

void RegionWriter::fill(Builder& builder, const LiveSlot& slot, Made& made) {
  llvm::Type* type = slot.variable->getAllocatedType();
  llvm::Value* value = nullptr;
  switch (slot.home) {
    case Home::Recompute: value = recompute(builder, *slot.recipe, made); break;
    case Home::Once: value = onceValues_.lookup(&slot); break;
    case Home::SpillArea:
      value = ofSavedValue(builder.CreateAlignedLoad(type, spillAddress(builder, slot.offsetBytes),
                                                     slot.variable->getAlign()));
      break;
  }
  builder.CreateStore(value, slot.variable);
}

void RegionWriter::writeRestore(llvm::BasicBlock* restore, unsigned reentryPoint) {
  Builder builder(restore);
  if (plan_.tracksEnded && reentryPoint == 0)
    ofSavedValue(
        builder.CreateStore(builder.getInt8(0), spillAddress(builder, plan_.endedOffsetBytes)));
  else if (plan_.tracksEnded)
    skipIfEnded(builder, restore);
  else if (yields() && reentryPoint != 0 && !plan_.reentryPoints.behindYield.contains(reentryPoint))
    waitForRelease(builder, restore);
  Made made;
  if (const auto found = values_.restoredAt.find(reentryPoint); found != values_.restoredAt.end())
    for (const LiveSlot* slot : found->second) fill(builder, *slot, made);
  builder.CreateBr(copyOf(plan_.reentryPoints.blocks[reentryPoint]));
}

void RegionWriter::skipIfEnded(Builder& builder, llvm::BasicBlock* restore) {
  auto* ended = ofSavedValue(
      builder.CreateLoad(builder.getInt8Ty(), spillAddress(builder, plan_.endedOffsetBytes)));
  auto* alive = shared_.newBlock("alive");
  alive->moveAfter(restore);
  builder.CreateCondBr(builder.CreateIsNull(ended), alive, end_);
  builder.SetInsertPoint(alive);
}

void RegionWriter::waitForRelease(Builder& builder, llvm::BasicBlock* restore) {
  auto *waits = shared_.newBlock("waits"), *released = shared_.newBlock("released");
  waits->moveAfter(restore);
  released->moveAfter(waits);
  builder.CreateCondBr(released_, released, waits);
  builder.SetInsertPoint(waits);
  builder.CreateStore(builder.getTrue(), shared_.rounds.waiting);
  builder.CreateBr(end_);
  builder.SetInsertPoint(released);
}

void RegionWriter::storeResume(Builder& builder, uint32_t reentryPoint) {
  ofSavedValue(builder.CreateAlignedStore(builder.getInt32(reentryPoint),
                                          spillAddress(builder, plan_.resumeOffsetBytes),
                                          llvm::Align(sizeof(uint32_t))));
}

llvm::Value* RegionWriter::recompute(Builder& builder, const llvm::Instruction& recipe,
                                     Made& made) {
  if (llvm::Value* known = made.lookup(&recipe)) return known;
  llvm::Instruction* copy = recipe.clone();
  for (llvm::Use& operand : copy->operands()) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand.get());
    if (!instruction) continue;
    if (!instruction->getParent())
      operand.set(recompute(builder, *instruction, made));
    else if (llvm::Value* placed = copies_.lookup(instruction))
      operand.set(placed);
  }
  return made[&recipe] = builder.Insert(copy);
}

// Addresses of what lives in the work-item's part of the spill area.
void RegionWriter::placeVariables() {
  Builder builder(begin_);
  emitKernelCall(builder, KernelCall::RegionBegin);
  const bool saves = plan_.tracksEnded || shared_.savedScope;
  if (!saves && plan_.variables.empty()) return;
  itemSpill_ = emitKernelCall(builder, KernelCall::ItemSpill);
  for (const SpillVariable& place : plan_.variables)
    copies_[place.variable] = spillAddress(builder, place.offsetBytes);
}

void RegionWriter::copyBlocks() {
  placeVariables();
  for (const llvm::BasicBlock* block : region_.blocks)
    copies_[block] = shared_.newBlock(block->getName());
  for (const llvm::BasicBlock* block : region_.blocks) copyInto(*copyOf(block), *block);
  for (const llvm::BasicBlock* block : region_.blocks)
    for (llvm::Instruction& instruction : *copyOf(block))
      llvm::RemapInstruction(&instruction, copies_,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  for (const llvm::BasicBlock* block : region_.blocks) {
    auto exit = plan_.reentryPoints.behind.find(block);
    if (exit != plan_.reentryPoints.behind.end())
      finishExit(*block, *copyOf(block), exit->second);
    else if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
      finishReturn(*copyOf(block));
  }
}

void RegionWriter::copyInto(llvm::BasicBlock& copy, const llvm::BasicBlock& original) {
  for (const llvm::Instruction& instruction : original) {
    const std::optional<KernelCall> call = kernelCallOf(instruction);
    if (call == KernelCall::Barrier || call == KernelCall::Yield) continue;
    llvm::Instruction* clone = instruction.clone();
    clone->setName(instruction.getName());
    clone->insertInto(&copy, copy.end());
    copies_[&instruction] = clone;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(clone))
      phi->removeIncomingValueIf(
          [&](unsigned i) { return !original_.contains(phi->getIncomingBlock(i)); }, false);
    if (shared_.savedScope && clone->mayReadOrWriteMemory())
      clone->setMetadata(
          llvm::LLVMContext::MD_noalias,
          llvm::MDNode::concatenate(clone->getMetadata(llvm::LLVMContext::MD_noalias),
                                    shared_.savedScope));
    storeWhereDefined(*clone);
  }
}

// Behind the store that DemoteRegToStack has put behind the definition. Nothing in the region reads
// it: the head and the restoring blocks have loaded what the region begins with.
void RegionWriter::storeWhereDefined(llvm::Instruction& clone) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&clone);
  const LiveSlot* slot =
      values_.storedWhereDefined.lookup(store ? store->getPointerOperand() : nullptr);
  if (!slot) return;
  Builder builder(clone.getParent());
  // The value is that of the original; copyBlocks() replaces it.
  storeForExits(builder, *slot, store->getValueOperand());
}

void RegionWriter::storeForExits(Builder& builder, const LiveSlot& slot, llvm::Value* value) {
  if (slot.home == Home::Once)
    builder.CreateStore(value, slot.once);
  else
    ofSavedValue(builder.CreateAlignedStore(value, spillAddress(builder, slot.offsetBytes),
                                            slot.variable->getAlign()));
}

void RegionWriter::finishReturn(llvm::BasicBlock& copy) {
  Builder builder(copy.getTerminator());
  if (yields()) storeResume(builder, kEnded);
  if (plan_.tracksEnded && !region_.exits.empty())
    ofSavedValue(
        builder.CreateStore(builder.getInt8(1), spillAddress(builder, plan_.endedOffsetBytes)));
  builder.CreateBr(end_);
  copy.getTerminator()->eraseFromParent();
}

// The number of the re-entry point to which the branch goes.
llvm::Value* RegionWriter::chosen(Builder& builder, llvm::Instruction& branch,
                                  llvm::ArrayRef<unsigned> reentryPoints) {
  if (reentryPoints.size() == 1) return builder.getInt32(reentryPoints.front());
  if (auto* conditional = llvm::dyn_cast<llvm::BranchInst>(&branch))
    return builder.CreateSelect(conditional->getCondition(), builder.getInt32(reentryPoints[0]),
                                builder.getInt32(reentryPoints[1]));
  auto& choice = llvm::cast<llvm::SwitchInst>(branch);
  llvm::Value* number = builder.getInt32(reentryPoints[choice.case_default()->getSuccessorIndex()]);
  for (const auto& branchCase : choice.cases())
    number = builder.CreateSelect(
        builder.CreateICmpEQ(choice.getCondition(), branchCase.getCaseValue()),
        builder.getInt32(reentryPoints[branchCase.getSuccessorIndex()]), number);
  return number;
}

void RegionWriter::finishExit(const llvm::BasicBlock& original, llvm::BasicBlock& copy,
                              llvm::ArrayRef<unsigned> reentryPoints) {
  llvm::Instruction* branch = copy.getTerminator();
  Builder builder(branch);
  if (const auto found = values_.storedBy.find(&original); found != values_.storedBy.end())
    for (const LiveSlot* slot : found->second)
      storeForExits(builder, *slot,
                    builder.CreateLoad(slot->variable->getAllocatedType(), slot->variable));
  if (yields()) {
    const unsigned reentryPoint = reentryPoints.front();
    const bool isYield = plan_.reentryPoints.behindYield.contains(reentryPoint);
    storeResume(builder, reentryPoint);
    builder.CreateStore(builder.getTrue(),
                        isYield ? shared_.rounds.yielded : shared_.rounds.waiting);
  } else {
    builder.CreateStore(chosen(builder, *branch, reentryPoints), shared_.next);
  }
  builder.CreateBr(end_);
  branch->eraseFromParent();
}

// Where nobody yields, all that have not ended wait at the barrier.
void RegionWriter::writeEndOfRound(Builder& builder) {
  const Rounds& rounds = shared_.rounds;
  llvm::Value* yielded = builder.CreateLoad(builder.getInt1Ty(), rounds.yielded);
  llvm::Value* waiting = builder.CreateLoad(builder.getInt1Ty(), rounds.waiting);
  builder.CreateStore(builder.CreateNot(yielded), rounds.released);
  builder.CreateStore(builder.getTrue(), rounds.begun);
  auto* ended = shared_.newBlock("ended");
  llvm::ReturnInst::Create(shared_.function.getContext(), ended);
  builder.CreateCondBr(builder.CreateOr(yielded, waiting), head_, ended);
}

void RegionWriter::writeEnd() {
  if (llvm::pred_empty(end_)) {  // work-items never leave the region
    end_->eraseFromParent();
    return;
  }
  Builder builder(end_);
  emitKernelCall(builder, KernelCall::RegionEnd);
  if (yields()) return writeEndOfRound(builder);
  auto headOf = [&](unsigned exit) { return shared_.heads[shared_.regionOf[exit]]; };
  if (region_.exits.empty()) {
    markBranch(builder.CreateRetVoid(), kRegionExitMark);
    return;
  }
  if (region_.exits.size() == 1 && !region_.returns) {
    markBranch(builder.CreateBr(headOf(region_.exits.front())), kRegionExitMark);
    return;
  }
  llvm::BasicBlock* otherwise = headOf(region_.exits.front());
  size_t firstCase = 1;
  if (region_.returns) {
    otherwise = shared_.newBlock("ended");
    llvm::ReturnInst::Create(shared_.function.getContext(), otherwise);
    firstCase = 0;
  }
  llvm::Value* next = builder.CreateLoad(builder.getInt32Ty(), shared_.next);
  auto* dispatch = builder.CreateSwitch(next, otherwise);
  markBranch(dispatch, kRegionExitMark);
  for (size_t i = firstCase; i < region_.exits.size(); ++i)
    dispatch->addCase(builder.getInt32(region_.exits[i]), headOf(region_.exits[i]));
}

// The number of values of the group, each counted at all re-entry points to which it lives. In
// registers, each of them may take an instruction.
size_t valuesPassedOn(const RegionPlan& plan) {
  size_t count = 0;
  for (const LiveSlot& slot : plan.slots)
    if (slot.once) count += slot.liveAt.size();
  return count;
}

Shared shareOf(llvm::Function& function, const RegionPlan& plan) {
  Shared result(function, plan);
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  const bool yields = plan.reentryPoints.hasYields();
  if (yields) {
    for (auto [variable, name] : {std::pair{&result.rounds.begun, "begun"},
                                  {&result.rounds.released, "released"},
                                  {&result.rounds.yielded, "yielded"},
                                  {&result.rounds.waiting, "waiting"}}) {
      *variable = builder.CreateAlloca(builder.getInt1Ty(), nullptr, name);
      mark(**variable, kGroupVariableMark);
    }
  } else {
    result.next = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    mark(*result.next, kGroupVariableMark);
  }
  result.regionOf.resize(plan.reentryPoints.blocks.size());
  for (unsigned i = 0; i < plan.regions.size(); ++i) {
    result.heads.push_back(result.newBlock("region.head"));
    for (unsigned reentryPoint : plan.regions[i].reentryPoints) result.regionOf[reentryPoint] = i;
  }
  result.becomesFunctions =
      plan.regions.size() > kMostRegionsInOneFunction || valuesPassedOn(plan) > kMostValuesPassedOn;
  for (const LiveSlot& slot : plan.slots)
    if (slot.once) mark(*slot.once, kGroupVariableMark);
  result.liveAt.resize(plan.reentryPoints.blocks.size());
  bool saves = plan.tracksEnded || yields;
  for (const LiveSlot& slot : plan.slots) {
    saves |= slot.home == Home::SpillArea;
    for (unsigned reentryPoint : slot.liveAt) result.liveAt[reentryPoint].push_back(&slot);
  }
  if (saves) {
    llvm::MDBuilder metadata(function.getContext());
    llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain("lanewise.live");
    llvm::MDNode* scope = metadata.createAnonymousAliasScope(domain, "lanewise.live.values");
    result.savedScope = llvm::MDNode::get(function.getContext(), {scope});
  }
  return result;
}

// The group begins at re-entry point 0, which the first region must find in `next` if it has
// others.
llvm::BasicBlock* writeStart(const Shared& shared) {
  llvm::BasicBlock* start = shared.newBlock("start");
  llvm::IRBuilder<> builder(start);
  if (shared.next) {
    builder.CreateStore(builder.getInt32(0), shared.next);
  } else {
    builder.CreateStore(builder.getFalse(), shared.rounds.begun);
    builder.CreateStore(builder.getFalse(), shared.rounds.released);
  }
  builder.CreateBr(shared.heads.front());
  return start;
}

void eraseBlocks(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  for (llvm::BasicBlock* block : blocks) block->dropAllReferences();
  for (llvm::BasicBlock* block : blocks) block->eraseFromParent();
}

}  // namespace

void writeRegions(llvm::Function& function, const RegionPlan& plan) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  std::vector<llvm::BasicBlock*> originals;
  for (llvm::BasicBlock& block : llvm::drop_begin(function)) originals.push_back(&block);
  const Shared shared = shareOf(function, plan);
  for (unsigned i = 0; i < plan.regions.size(); ++i) RegionWriter(shared, i).write();
  entry.getTerminator()->eraseFromParent();
  llvm::BranchInst::Create(writeStart(shared), &entry);
  eraseBlocks(originals);
}

}  // namespace lanewise
