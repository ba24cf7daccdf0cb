// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// select-local-stores: `if (a > b) { values[i] = b; values[j] = a; }`, where a and b were read
// from there before, stores in either case what is or becomes the contents: selects instead of a
// branch, and of masks in vectors. This is for local memory, which kernels may write everywhere,
// in work-groups of one row, and where no two lanes store to one address: otherwise a lane would
// undo what another one stored.
//
// Visits blocks that end with a branch around one other block, in which nothing but such stores has
// side effects. What the kernel's loops are, and where they end, does not change.
#include "compiler/contract/known_launch.h"
#include "compiler/contract/local_accesses.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/known/places.h"
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: such stores
/// are selects. Loops keep their form. Why here: masks and vectors do not exist yet.
FUNCTION_PASS(SelectLocalStoresPass);

namespace {

constexpr int kMostInstructions = 8;

// What the block knows to be in local memory at its end, by address.
using Contents = llvm::DenseMap<const llvm::Value*, llvm::LoadInst*>;

Contents contentsBehind(llvm::BasicBlock& block) {
  Contents contents;
  for (llvm::Instruction& instruction : block) {
    if (instruction.mayHaveSideEffects()) contents.clear();
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && load->isSimple() && isLocalAccess(*load))
      contents[load->getPointerOperand()] = load;
  }
  return contents;
}

struct Candidate {
  llvm::BranchInst* branch;
  llvm::BasicBlock* side;
  Contents contents;
};

bool isSelectable(const llvm::StoreInst& store, const Contents& contents) {
  const llvm::LoadInst* before = contents.lookup(store.getPointerOperand());
  return store.isSimple() && isLocalAccess(store) && before &&
         before->getType() == store.getValueOperand()->getType();
}

bool isSelectable(const llvm::BasicBlock& side, const Contents& contents) {
  bool stores = false;
  for (const llvm::Instruction& instruction : side) {
    if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!isSelectable(*store, contents)) return false;
      stores = true;
    } else if (instruction.mayReadFromMemory() ||
               !llvm::isSafeToSpeculativelyExecute(&instruction)) {
      return false;
    }
  }
  return stores && side.sizeWithoutDebug() <= kMostInstructions;
}

std::optional<Candidate> candidateOf(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) return std::nullopt;
  for (const unsigned number : {0U, 1U}) {
    llvm::BasicBlock *side = branch->getSuccessor(number),
                     *other = branch->getSuccessor(1 - number);
    if (side->getSinglePredecessor() != &block || side->getSingleSuccessor() != other ||
        side == other)
      continue;
    Contents contents = contentsBehind(block);
    if (isSelectable(*side, contents)) return Candidate{branch, side, std::move(contents)};
  }
  return std::nullopt;
}

// Where the lanes of a vector store, in bytes from where lane 0 does.
using Steps = llvm::SmallVector<int64_t, kMostLanesOfSubGroups>;

std::optional<Steps> stepsOf(const llvm::StoreInst& store, const LaneFacts& known) {
  const llvm::Value& address = *store.getPointerOperand();
  Steps steps;
  if (const LanePattern* pattern = known.patterns().of(address)) {
    for (const int64_t step : pattern->steps) steps.push_back(step - pattern->steps[0]);
    return steps;
  }
  const AssumedStride* assumed = known.assumed.of(address);
  if (!assumed || llvm::any_of(assumed->assumptions, [](const llvm::Instruction* assumption) {
        return AssumedStrides::isPart(*assumption);
      }))
    return std::nullopt;
  const int64_t most = mostLanes(*store.getFunction());
  for (int64_t lane = 0; lane < most; ++lane) steps.push_back(lane * assumed->stride);
  return steps;
}

// No two lanes of a vector store to the same bytes, by one of the stores or by two. An index that
// wraps moves a lane by 4 GiB, away from the others.
bool areApart(const Candidate& candidate, const LaneFacts& known) {
  const llvm::DataLayout& layout = candidate.branch->getModule()->getDataLayout();
  Steps all;
  std::optional<Place> first;
  int64_t mostBytes = 0;
  for (const llvm::Instruction& instruction : *candidate.side) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (!store) continue;
    const Place place = placeOf(*store->getPointerOperand(), layout, /*wraps=*/false);
    if (!first) first = place;
    const std::optional<int64_t> from = distance(*first, place);
    const std::optional<Steps> steps = stepsOf(*store, known);
    if (!from || !steps) return false;
    for (const int64_t step : *steps) all.push_back(*from + step);
    mostBytes = std::max(
        mostBytes,
        static_cast<int64_t>(layout.getTypeStoreSize(store->getValueOperand()->getType())));
  }
  llvm::sort(all);
  for (size_t i = 1; i < all.size(); ++i)
    if (all[i] - all[i - 1] < mostBytes) return false;
  return true;
}

// Whether the work-group is one row of work-items: vectors of several rows may run side by side
// (group/join_rows.h).
bool hasOneRow(const llvm::Function& kernel) {
  const auto sizes = knownLocalSize(kernel);
  return sizes && llvm::count(*sizes, 1) >= 2;
}

// The code of `side` moves in front of the branch, and nothing leads to it any more.
void selectStores(const Candidate& candidate) {
  llvm::BranchInst& branch = *candidate.branch;
  llvm::BasicBlock &block = *branch.getParent(), &side = *candidate.side;
  llvm::BasicBlock* end = side.getSingleSuccessor();
  llvm::Value* condition = branch.getCondition();
  const bool isThen = branch.getSuccessor(0) == &side;
  llvm::IRBuilder<> builder(&branch);
  const auto select = [&](llvm::Value* inside, llvm::Value* outside) {
    return builder.CreateSelect(condition, isThen ? inside : outside, isThen ? outside : inside);
  };
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(side)) {
    if (instruction.isTerminator()) break;
    instruction.moveBefore(&branch);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      builder.SetInsertPoint(store);
      store->setOperand(0, select(store->getValueOperand(),
                                  candidate.contents.lookup(store->getPointerOperand())));
      builder.SetInsertPoint(&branch);
    } else {
      instruction.dropUBImplyingAttrsAndMetadata();
    }
  }
  for (llvm::PHINode& phi : end->phis()) {
    llvm::Value *inside = phi.getIncomingValueForBlock(&side),
                *outside = phi.getIncomingValueForBlock(&block);
    phi.setIncomingValueForBlock(&block, select(inside, outside));
  }
  llvm::BranchInst::Create(end, branch.getIterator())->setDebugLoc(branch.getDebugLoc());
  branch.eraseFromParent();
}

bool selectLocalStores(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (!hasOneRow(kernel)) return false;
  std::vector<Candidate> candidates;
  for (llvm::BasicBlock& block : kernel)
    if (std::optional<Candidate> candidate = candidateOf(block))
      candidates.push_back(std::move(*candidate));
  if (candidates.empty()) return false;
  const LaneFacts& known = analyses.getResult<LaneFactsAnalysis>(kernel).of({mostLanes(kernel)});
  llvm::erase_if(candidates,
                 [&](const Candidate& candidate) { return !areApart(candidate, known); });
  if (candidates.empty()) return false;
  llvm::SmallVector<llvm::BasicBlock*> unused;
  for (const Candidate& candidate : candidates) {
    selectStores(candidate);
    unused.push_back(candidate.side);
  }
  llvm::DeleteDeadBlocks(unused);
  simplifyLoops(kernel, analyses);
  return true;
}

}  // namespace

llvm::PreservedAnalyses SelectLocalStoresPass::run(llvm::Function& kernel,
                                                   llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  return selectLocalStores(kernel, analyses) ? llvm::PreservedAnalyses::none()
                                             : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
