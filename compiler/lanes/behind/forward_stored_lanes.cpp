// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// forward-stored-lanes: a load of a vector takes its elements from what the same block has stored,
// also from parts of two vectors. A step of a tree in local memory reads the second half of the
// vector that the step before wrote, and one of a scan all elements shifted by some. Processors
// wait with such a load until the stores have reached the cache, and LLVM forwards whole values.
//
// One walk over a block knows, for each address that differs from others by constants (a base),
// which element of which value lies at each offset.
#include "compiler/analysis/vector_access.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <optional>

namespace lanewise {

/// Ensures: nothing; loads of what the same block has stored become shuffles of it. Why here: the
/// loops over the vectors of a group whose size is known are unrolled.
FUNCTION_PASS(ForwardStoredLanesPass);

namespace {

// More are forgotten: each that is stored costs a step.
constexpr size_t kMostElements = 8192;

// An element of a vector, or a scalar.
struct Element {
  llvm::Value* value;
  unsigned number;
  uint64_t bytes;
};

// What is known behind one base.
struct Contents {
  std::map<int64_t, Element> elements;  // by offset in bytes
  llvm::AAMDNodes tags;                 // of all stores that wrote them
};

class Block {
 public:
  Block(llvm::BasicBlock& block, llvm::AAResults& aliases) : block_(block), aliases_(aliases) {}

  bool run() {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block_)) {
      if (!instruction.mayReadOrWriteMemory()) continue;
      const std::optional<VectorAccess> access = vectorAccessOf(instruction);
      if (!instruction.mayWriteToMemory()) {
        if (access) changed |= forward(instruction, *access);
        continue;
      }
      forgetOthers(instruction, access ? access->base : nullptr);
      if (access) remember(instruction, *access);
    }
    return changed;
  }

 private:
  // What the instruction may write, except with `base`: remember() knows what it writes there.
  void forgetOthers(llvm::Instruction& instruction, const llvm::Value* base) {
    known_.remove_if([&](const auto& entry) {
      const auto& [address, contents] = entry;
      return address != base &&
             llvm::isModSet(aliases_.getModRefInfo(
                 &instruction, llvm::MemoryLocation::getBeforeOrAfter(address, contents.tags)));
    });
  }

  void remember(llvm::Instruction& instruction, const VectorAccess& access) {
    llvm::Value* value = storedValueOf(instruction);
    Contents& contents = known_[access.base];
    const llvm::AAMDNodes tags = instruction.getAAMetadata();
    contents.tags = contents.elements.empty() ? tags : contents.tags.merge(tags);
    if (contents.elements.size() > kMostElements) contents.elements.clear();
    for (unsigned i = 0; i < access.count; ++i) {
      if (!access.isActive(i)) continue;
      const int64_t offset = access.offsetOf(i);
      overwrite(contents, offset, access.bytes);
      if (access.isKnown()) contents.elements[offset] = {value, i, access.bytes};
    }
  }

  static void overwrite(Contents& contents, int64_t offset, uint64_t bytes) {
    constexpr int64_t kMostBytes = 8;  // of an element
    auto at = contents.elements.lower_bound(offset - kMostBytes + 1);
    while (at != contents.elements.end() && at->first < offset + static_cast<int64_t>(bytes))
      at = at->first + static_cast<int64_t>(at->second.bytes) > offset ? contents.elements.erase(at)
                                                                       : std::next(at);
  }

  bool forward(llvm::Instruction& load, const VectorAccess& access) {
    const auto found = known_.find(access.base);
    if (found == known_.end() || !access.isKnown()) return false;
    llvm::Value* sources[2] = {};
    llvm::SmallVector<int, 32> numbers;  // of elements in both sources; -1: none
    for (unsigned i = 0; i < access.count; ++i) {
      if (!access.isActive(i)) {
        numbers.push_back(-1);
        continue;
      }
      const auto at = found->second.elements.find(access.offsetOf(i));
      if (at == found->second.elements.end() || at->second.bytes != access.bytes) return false;
      llvm::Value*& source =
          !sources[0] || sources[0] == at->second.value ? sources[0] : sources[1];
      if (source && source != at->second.value) return false;
      source = at->second.value;
      const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(sources[0]->getType());
      if (source->getType() != sources[0]->getType() || (!type && access.count > 1)) return false;
      numbers.push_back(static_cast<int>(at->second.number +
                                         (source == sources[0] ? 0 : type->getNumElements())));
    }
    if (!sources[0]) return false;
    load.replaceAllUsesWith(collect(load, access, sources, numbers));
    load.eraseFromParent();
    return true;
  }

  static llvm::Value* collect(llvm::Instruction& load, const VectorAccess& access,
                              llvm::ArrayRef<llvm::Value*> sources, llvm::ArrayRef<int> numbers) {
    llvm::IRBuilder<> builder(&load);
    const auto* from = llvm::dyn_cast<llvm::FixedVectorType>(sources[0]->getType());
    if (!from) return builder.CreateBitCast(sources[0], load.getType());
    auto* type = llvm::FixedVectorType::get(access.element, from->getNumElements());
    llvm::Value* first = builder.CreateBitCast(sources[0], type);
    if (!load.getType()->isVectorTy())
      return builder.CreateExtractElement(first, static_cast<uint64_t>(numbers.front()));
    llvm::Value* second =
        sources[1] ? builder.CreateBitCast(sources[1], type) : llvm::PoisonValue::get(type);
    llvm::Value* result = builder.CreateShuffleVector(first, second, numbers);
    return access.mask ? builder.CreateSelect(access.mask, result, access.other) : result;
  }

  llvm::BasicBlock& block_;
  llvm::AAResults& aliases_;
  llvm::MapVector<llvm::Value*, Contents> known_;
};

}  // namespace

llvm::PreservedAnalyses ForwardStoredLanesPass::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& analyses) {
  auto& aliases = analyses.getResult<llvm::AAManager>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function) changed |= Block(block, aliases).run();
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
