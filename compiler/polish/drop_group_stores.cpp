// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-group-stores: removes stores to local memory and to the spill area that nothing reads before
// the work-group ends. LLVM cannot: for it the memory outlives the kernel. Where what vectors store
// for each other is passed on in registers, no store of it is left.
//
// Liveness of bytes, backwards over the blocks: a load makes its bytes live, a store ends their
// life. They are counted from a base, the address without constant offsets. At the end of a
// work-group none is live: at the end of the function, and at the back edge of the loop over
// work-groups (kGroupMemory). A base must not change within a work-group.
#include "compiler/analysis/vector_access.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>
#include <utility>
#include <vector>

namespace lanewise {

/// Ensures: nothing; stores to memory of a work-group that nothing reads before it ends are gone.
/// Why here: loads of what was stored are shuffles.
FUNCTION_PASS(DropGroupStoresPass);

namespace {

// The analysis takes a step for each access and each base, and for each byte.
constexpr size_t kMostSteps = 200'000;
constexpr int64_t kMostBytes = 1 << 16;

// What is live behind one base.
struct LiveBytes {
  bool all = false;
  llvm::SparseBitVector<> bytes;  // at their offsets + kMostBytes

  bool add(const LiveBytes& other) {
    const bool grows = (other.all && !all) | (bytes |= other.bytes);
    all |= other.all;
    return grows;
  }
};

using Live = llvm::SmallVector<LiveBytes, 4>;  // by number of the base

struct Base {
  unsigned number;
  llvm::AAMDNodes tags;  // of all stores to it
};

class GroupStores {
 public:
  GroupStores(llvm::Function& function, llvm::AAResults& aliases, const llvm::LoopInfo& loops)
      : function_(function), aliases_(aliases), loops_(loops) {
    for (const llvm::Loop* loop : loops)
      if (llvm::findOptionMDForLoop(loop, kGroupLoop)) groups_ = loop;
  }

  bool run() {
    if (!groups_) return false;
    findBases();
    if (bases_.empty() || size_t{function_.getInstructionCount()} * bases_.size() > kMostSteps)
      return false;
    findLive();
    bool changed = false;
    for (llvm::BasicBlock& block : function_) {
      Live live = liveBehind(block);
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
        if (isDead(instruction, live)) {
          instruction.eraseFromParent();
          changed = true;
        } else {
          step(instruction, live);
        }
    }
    return changed;
  }

 private:
  bool isGroupMemory(const llvm::Value* base) const {
    const auto* object = llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(base, 0));
    return object && object->hasMetadata(kGroupMemory);
  }

  bool isFixed(const llvm::Value* base) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(base);
    const llvm::Loop* loop = instruction ? loops_.getLoopFor(instruction->getParent()) : nullptr;
    return !loop || loop == groups_;
  }

  void findBases() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (!instruction.mayWriteToMemory()) continue;
      const std::optional<VectorAccess> access = vectorAccessOf(instruction);
      if (!access || !isFixed(access->base) || !isGroupMemory(access->base)) continue;
      const llvm::AAMDNodes tags = instruction.getAAMetadata();
      const auto [at, isNew] =
          bases_.insert({access->base, {static_cast<unsigned>(bases_.size()), tags}});
      if (!isNew) at->second.tags = at->second.tags.merge(tags);
    }
  }

  // A base whose bytes are counted, and the first one of the access.
  const Base* baseOf(const VectorAccess& access, int64_t& first) const {
    const auto found = bases_.find(access.base);
    const auto length = static_cast<int64_t>(access.count * access.bytes);
    if (found == bases_.end() || access.offset < -kMostBytes || access.offset + length > kMostBytes)
      return nullptr;
    first = access.offset + kMostBytes;
    return &found->second;
  }

  template <class Visit>
  static void forEachByte(const VectorAccess& access, int64_t first, Visit&& visit) {
    for (unsigned i = 0; i < access.count; ++i)
      if (access.isActive(i))
        for (uint64_t byte = 0; byte < access.bytes; ++byte)
          visit(static_cast<unsigned>(static_cast<uint64_t>(first) + i * access.bytes + byte));
  }

  bool isDead(llvm::Instruction& instruction, const Live& live) {
    if (!instruction.mayWriteToMemory()) return false;
    const std::optional<VectorAccess> access = vectorAccessOf(instruction);
    int64_t first = 0;
    const Base* base = access ? baseOf(*access, first) : nullptr;
    if (!base || live[base->number].all) return false;
    bool isLive = false;
    forEachByte(*access, first,
                [&](unsigned byte) { isLive |= live[base->number].bytes.test(byte); });
    return !isLive;
  }

  // Before the instruction, from what is live behind it. Fences change nothing: one thread runs
  // the work-group.
  void step(llvm::Instruction& instruction, Live& live) {
    if (!instruction.mayReadOrWriteMemory() || llvm::isa<llvm::FenceInst>(instruction)) return;
    const std::optional<VectorAccess> access = vectorAccessOf(instruction);
    int64_t first = 0;
    const Base* own = access ? baseOf(*access, first) : nullptr;
    if (!instruction.mayReadFromMemory()) {
      if (own && access->isKnown())
        forEachByte(*access, first, [&](unsigned byte) { live[own->number].bytes.reset(byte); });
      return;
    }
    if (own && !instruction.mayWriteToMemory())
      forEachByte(*access, first, [&](unsigned byte) { live[own->number].bytes.set(byte); });
    else
      own = nullptr;
    for (const Base* base : readBy(instruction))
      if (base != own) live[base->number].all = true;
  }

  // The variables and blocks that the instruction may read something of.
  llvm::ArrayRef<const Base*> readBy(llvm::Instruction& instruction) {
    const auto [at, isNew] = reads_.insert({&instruction, {}});
    if (isNew)
      for (const auto& [address, base] : bases_)
        if (llvm::isRefSet(aliases_.getModRefInfo(
                &instruction, llvm::MemoryLocation::getBeforeOrAfter(address, base.tags))))
          at->second.push_back(&base);
    return at->second;
  }

  Live liveBehind(llvm::BasicBlock& block) {
    Live live(bases_.size());
    for (llvm::BasicBlock* next : llvm::successors(&block)) {
      if (next == groups_->getHeader() && groups_->contains(&block)) continue;
      const auto found = before_.find(next);
      if (found == before_.end()) continue;
      for (size_t i = 0; i < live.size(); ++i) live[i].add(found->second[i]);
    }
    return live;
  }

  void findLive() {
    bool grows = true;
    const std::vector<llvm::BasicBlock*> order(llvm::po_begin(&function_),
                                               llvm::po_end(&function_));
    while (grows) {
      grows = false;
      for (llvm::BasicBlock* block : order) {
        Live live = liveBehind(*block);
        for (llvm::Instruction& instruction : llvm::reverse(*block)) step(instruction, live);
        const auto [at, isNew] = before_.insert({block, live});
        if (isNew) {
          grows = true;
          continue;
        }
        for (size_t i = 0; i < live.size(); ++i) grows |= at->second[i].add(live[i]);
      }
    }
  }

  llvm::Function& function_;
  llvm::AAResults& aliases_;
  const llvm::LoopInfo& loops_;
  const llvm::Loop* groups_ = nullptr;
  llvm::MapVector<llvm::Value*, Base> bases_;
  llvm::DenseMap<llvm::Instruction*, llvm::SmallVector<const Base*, 2>> reads_;
  llvm::DenseMap<llvm::BasicBlock*, Live> before_;  // at the starts of blocks
};

}  // namespace

llvm::PreservedAnalyses DropGroupStoresPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  // A cycle that is no loop may change anything.
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops))
    return llvm::PreservedAnalyses::all();
  auto& aliases = analyses.getResult<llvm::AAManager>(function);
  if (!GroupStores(function, aliases, loops).run()) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
