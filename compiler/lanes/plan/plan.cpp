// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the step of the address: the same address, a small distance, a known pattern, anything else.
#include "compiler/lanes/plan/plan.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/plan/lane_functions.h"
#include "compiler/target/mask_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <cstdlib>

namespace lanewise {
namespace {

// An empty structure has no leaf, and parts of bytes are no run.
bool hasRuns(llvm::ArrayRef<Leaf> leaves, const llvm::DataLayout& layout) {
  return !leaves.empty() && llvm::all_of(leaves, [&](const Leaf& leaf) {
    return layout.getTypeSizeInBits(leaf.type) == layout.getTypeStoreSizeInBits(leaf.type);
  });
}

bool isTakenApart(const llvm::LoadInst& load) {
  return load.getType()->isVectorTy() && llvm::all_of(load.users(), [](const auto* user) {
           return llvm::isa<llvm::ExtractElementInst>(user);
         });
}

}  // namespace

bool AccessPlan::hasGather() const {
  return llvm::any_of(forms,
                      [](const AccessForm& form) { return form.kind == AccessKind::Gather; });
}

Plan::Plan(llvm::Function& kernel, const LaneFacts& facts, const llvm::TargetTransformInfo& target,
           LaneFunctions* functions)
    : kernel_(kernel),
      facts_(facts),
      target_(target),
      layout_(kernel.getParent()->getDataLayout()),
      functions_(functions) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      accesses_[load] = planOf(*load);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      accesses_[store] = planOf(*store);
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && functions && (call->getType()->isVoidTy() || !facts.shapes.isUniform(*call)))
      calls_[call] = functions->find(*call, facts);
  }
}

const VectorOrder& Plan::order() const {
  if (!order_) order_.emplace(kernel_, facts_.shapes, facts_.loops);
  return *order_;
}

const AccessPlan* Plan::find(const llvm::Instruction& instruction) const {
  const auto found = accesses_.find(&instruction);
  return found == accesses_.end() ? nullptr : &found->second;
}

// What is the same whatever the form is.
AccessPlan Plan::withStride(const llvm::Value& address, llvm::Type* type) const {
  AccessPlan plan;
  plan.leaves = leavesOf(type, layout_);
  const Step step = facts_.shapes.of(address);
  plan.assumed = facts_.assumed.of(address);
  if (step.kind == Step::Strided || plan.assumed)
    plan.stride = plan.assumed ? plan.assumed->stride : step.stride;
  const auto bits = static_cast<double>(layout_.getTypeSizeInBits(type).getFixedValue());
  plan.isNear = plan.stride && areNear(std::abs(static_cast<double>(*plan.stride)) * 8 / bits);
  return plan;
}

AccessPlan Plan::planOf(const llvm::LoadInst& load) const {
  const llvm::Value& address = *load.getPointerOperand();
  AccessPlan plan = withStride(address, load.getType());
  const auto whole = [&](AccessKind kind) { plan.forms.push_back({.kind = kind}); };
  if (!load.isUnordered() || !hasRuns(plan.leaves, layout_)) {
    whole(AccessKind::LaneByLane);
  } else if (interleavedVariable(address)) {
    whole(AccessKind::Interleaved);
  } else if (facts_.shapes.isUniform(address)) {
    whole(AccessKind::Shared);
  } else {
    for (const LeafRun& run : runsOf(plan.leaves, layout_)) {
      plan.forms.push_back(formOfLoad(address, run));
      plan.forms.back().isByComponent = isTakenApart(load);
    }
  }
  return plan;
}

AccessPlan Plan::planOf(const llvm::StoreInst& store) const {
  const llvm::Value& address = *store.getPointerOperand();
  AccessPlan plan = withStride(address, store.getValueOperand()->getType());
  const auto whole = [&](AccessKind kind) { plan.forms.push_back({.kind = kind}); };
  const bool isInterleaved = interleavedVariable(address) != nullptr;
  if (!store.isVolatile() && !isInterleaved && facts_.shapes.isUniform(address)) {
    whole(AccessKind::Shared);
  } else if (!store.isUnordered() || !hasRuns(plan.leaves, layout_)) {
    whole(AccessKind::LaneByLane);
  } else if (isInterleaved) {
    whole(AccessKind::Interleaved);
  } else {
    const bool leavesOut = !isSlowWithMask(store, target_);
    for (const LeafRun& run : runsOf(plan.leaves, layout_))
      plan.forms.push_back(formOfStore(address, run, leavesOut));
  }
  return plan;
}

// One access to all between, or to one address; a gather if neither is known.
AccessForm Plan::nearForm(const llvm::Value& address, const LeafRun& run) const {
  AccessForm form{.kind = AccessKind::Gather, .run = run};
  const Step step = facts_.shapes.of(address);
  const AssumedStride* assumed = facts_.assumed.of(address);
  const uint64_t bytes = layout_.getTypeStoreSize(run.type).getFixedValue();
  std::optional<Distance> distance;
  if (step.kind == Step::Strided)
    distance = distanceOf(step.stride, bytes, run.count);
  else if (assumed)
    distance = distanceOf(assumed->stride, bytes, run.count);
  if (distance) {
    form.kind = AccessKind::Run;
    form.distance = *distance;
    form.assumed = assumed;
  } else if (assumed && assumed->stride == 0) {
    form.kind = AccessKind::OneAddress;
    form.assumed = assumed;
  }
  return form;
}

std::optional<LanePieces> Plan::piecesAt(const llvm::Value& address, const LeafRun& run) const {
  const LanePattern* pattern = facts_.patterns().of(address);
  const uint64_t bytes = layout_.getTypeStoreSize(run.type).getFixedValue();
  return pattern ? piecesOf(*pattern, bytes, run.count) : std::nullopt;
}

AccessForm Plan::formOfLoad(const llvm::Value& address, const LeafRun& run) const {
  AccessForm form = nearForm(address, run);
  if (form.kind != AccessKind::Gather ||
      !target_.isLegalMaskedLoad(llvm::FixedVectorType::get(run.type, facts_.lanes),
                                 layout_.getABITypeAlign(run.type)))
    return form;
  form.pieces = piecesAt(address, run);
  if (form.pieces) form.kind = AccessKind::Pieces;
  return form;
}

// \param leavesOut whether a store may leave out what lies between the lanes' values.
AccessForm Plan::formOfStore(const llvm::Value& address, const LeafRun& run, bool leavesOut) const {
  const AccessForm near = nearForm(address, run);
  if (near.kind == AccessKind::Run &&
      (leavesOut || std::abs(near.distance.slots) <= static_cast<int>(run.count)))
    return near;
  AccessForm form{.kind = AccessKind::Gather, .run = run};
  std::optional<LanePieces> pieces = piecesAt(address, run);
  if (pieces && pieces->mostLanes <= 1 && (leavesOut || pieces->begins.size() <= run.count)) {
    form.kind = AccessKind::Pieces;
    form.pieces = std::move(pieces);
  }
  return form;
}

AccessForm Plan::ofLoadedLeaf(const llvm::Value& address, const Leaf& leaf) const {
  if (interleavedVariable(address)) return {.kind = AccessKind::Interleaved};
  if (facts_.shapes.isUniform(address)) return {.kind = AccessKind::Shared};
  return formOfLoad(address, {0, 1, leaf.type, leaf.offsetBytes});
}

AccessForm Plan::ofStoredLeaf(const llvm::Value& address, const Leaf& leaf) const {
  if (interleavedVariable(address)) return {.kind = AccessKind::Interleaved};
  return formOfStore(address, {0, 1, leaf.type, leaf.offsetBytes},
                     hasMaskRegisters(target_, kernel_.getContext()));
}

}  // namespace lanewise
