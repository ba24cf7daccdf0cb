// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-overwritten-stores: removes stores to a private variable whose bytes a later store in the
// same block overwrites, unless something may read them in between. Such as those of a loop that
// fills a union before a member is stored, unrolled. LLVM's dse removes a limited number of them,
// and in vectors of work-items, where stores have masks, nothing removes them.
#include "compiler/contract/pass.h"

#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdint>
#include <optional>

namespace lanewise {

/// Ensures: nothing. Why here: loops that fill small variables are unrolled, and each store becomes
/// one for all lanes.
FUNCTION_PASS(DropOverwrittenStoresPass);

namespace {

constexpr uint64_t kMostBytes = 1'024;  // of a variable: each has a bit

// Bytes of a variable, from `begin` to `end`.
struct Bytes {
  const llvm::AllocaInst* variable;
  unsigned begin, end;
};

// Goes through a block from its end, and knows which bytes are written again before they are read.
class Overwritten {
 public:
  explicit Overwritten(const llvm::DataLayout& layout) : layout_(layout) {}

  /// Whether the store, which is in front of all that were noted, has no effect.
  bool has(const llvm::StoreInst& store) const {
    if (!store.isSimple()) return false;
    const std::optional<Bytes> bytes =
        bytesOf(*store.getPointerOperand(), *store.getValueOperand()->getType());
    if (!bytes) return false;
    const auto known = known_.find(bytes->variable);
    return known != known_.end() &&
           known->second.find_first_unset_in(bytes->begin, bytes->end) == -1;
  }

  void note(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        store && store->isSimple())
      return noteStore(*store);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple())
      return noteLoad(*load);
    if (instruction.mayReadFromMemory() && !instruction.isLifetimeStartOrEnd()) known_.clear();
  }

 private:
  std::optional<Bytes> bytesOf(const llvm::Value& pointer, llvm::Type& type) const {
    int64_t offset = 0;
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(
        llvm::GetPointerBaseWithConstantOffset(&pointer, offset, layout_));
    const std::optional<llvm::TypeSize> size =
        variable ? variable->getAllocationSize(layout_) : std::nullopt;
    if (!size || size->getFixedValue() > kMostBytes || offset < 0) return std::nullopt;
    const uint64_t end =
        static_cast<uint64_t>(offset) + layout_.getTypeStoreSize(&type).getFixedValue();
    if (end > size->getFixedValue()) return std::nullopt;
    return Bytes{variable, static_cast<unsigned>(offset), static_cast<unsigned>(end)};
  }

  void noteStore(const llvm::StoreInst& store) {
    llvm::Type& type = *store.getValueOperand()->getType();
    const std::optional<Bytes> bytes = bytesOf(*store.getPointerOperand(), type);
    // The bits that fill up the last byte are not defined.
    if (!bytes || !layout_.typeSizeEqualsStoreSize(&type)) return;
    llvm::BitVector& known = known_[bytes->variable];
    if (known.empty())
      known.resize(
          static_cast<unsigned>(bytes->variable->getAllocationSize(layout_)->getFixedValue()));
    known.set(bytes->begin, bytes->end);
  }

  void noteLoad(const llvm::LoadInst& load) {
    const llvm::Value* object = llvm::getUnderlyingObject(load.getPointerOperand());
    // Neither is a variable of this function.
    if (llvm::isa<llvm::Argument, llvm::GlobalValue>(object)) return;
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(object);
    if (!variable) return known_.clear();
    const auto known = known_.find(variable);
    if (known == known_.end()) return;
    if (const std::optional<Bytes> bytes = bytesOf(*load.getPointerOperand(), *load.getType()))
      known->second.reset(bytes->begin, bytes->end);
    else
      known->second.reset();
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::AllocaInst*, llvm::BitVector> known_;
};

}  // namespace

llvm::PreservedAnalyses DropOverwrittenStoresPass::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::StoreInst*> dropped;
  for (llvm::BasicBlock& block : function) {
    Overwritten overwritten(function.getParent()->getDataLayout());
    for (llvm::Instruction& instruction : llvm::reverse(block)) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store && overwritten.has(*store))
        dropped.push_back(store);
      else
        overwritten.note(instruction);
    }
  }
  llvm::SmallVector<llvm::WeakTrackingVH> unused;
  for (llvm::StoreInst* store : dropped) {
    unused.append({store->getPointerOperand(), store->getValueOperand()});
    store->eraseFromParent();
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  return dropped.empty() ? llvm::PreservedAnalyses::all() : preservesControlFlow();
}

}  // namespace lanewise
