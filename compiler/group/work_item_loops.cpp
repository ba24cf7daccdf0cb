// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// work-item-loops: the code between lanewise.region_begin and lanewise.region_end runs for each
// work-item of the group, x innermost:
//
//   z loop:  z, row
//     y loop:  y, row           row: local linear id of the row's first work-item
//       x loop:  x              body, with ids computed from x, y, z and row
//
// Vectors of work-items have two copies of the body: for full vectors, and for the last one of a
// row. A kernel of one form has one for both. If rows have something to share (row_sharing.h), the
// y loop steps over several, and a third copy runs them together:
//
//     y loop:                   steps over n rows
//       x loop over full vectors:  all n rows together, or one by one if there are fewer or if the
//                                  guards differ (row_shapes.h)
//       x loop over the rest:      one by one
//
// If the code does not use y and z, one loop over y * z rows replaces the two outer ones. Most
// kernels have one dimension, and one loop less saves a sixth of their compile time.
//
// No group is empty, so the loops test at their ends, and LLVM can hoist invariant code. They test
// for equality, which makes the trip count equal to the size. With "less than" LLVM would search
// for a proof that the size is not 0, in every dominating block, for each loop of a long chain.
#include "compiler/analysis/code_size.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/small_objects.h"
#include "compiler/contract/tier.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/group/divide_rows.h"
#include "compiler/group/idle_vectors.h"
#include "compiler/group/item_ids.h"
#include "compiler/group/join_rows.h"
#include "compiler/group/region_marks.h"
#include "compiler/group/row_shapes.h"
#include "compiler/group/row_sharing.h"
#include "compiler/group/unrolling.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

namespace lanewise {

/// Requires: what barrier-regions ensures. Ensures: regions are loops over the work-items of the
/// group, x innermost; no call is left whose value differs between work-items; what the group keeps
/// once is in registers, except in kernels with marks (region_marks.h). Why here: the loops make
/// ids plain counters for all that follows.
REQUIRED_MODULE_PASS(WorkItemLoopsPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Blocks = RegionBlocks;

// The rows of a group that one step of the y loop runs.
struct Rows {
  unsigned most = 1;
  llvm::Value* count = nullptr;  // at most so many; null: always one
};

// The code of a region for one way to run it.
struct Body {
  Blocks blocks;
  ItemIds ids;
};

// A kernel of more regions keeps its loops over work-items rolled, because unrolling doubles the
// time of its build. Loops over vectors are always rolled: their bodies are long.
constexpr size_t kMostUnrolledRegions = 16;
// Except in groups of a known size: there, what vectors store for each other becomes registers, if
// a kernel has so few instructions with all copies of its regions.
constexpr size_t kMostCopied = 13312;

// Vector registers of the target; without any, rows do not run together.
struct Registers {
  unsigned bits = 0, count = 0;
};

// The region between the two markers, as blocks of its own, and the loops around it.
class RegionLoops {
 public:
  RegionLoops(llvm::Instruction& begin, unsigned lanes, bool oneForm, size_t regions,
              const Registers& registers)
      : lanes_(lanes),
        isFlat_(begin.getFunction()->hasFnAttribute(kFlatLanesAttribute)),
        oneForm_(oneForm),
        mayUnroll_(regions <= kMostUnrolledRegions),
        mostCopied_(kMostCopied / regions),
        hasKind_(tierOf(*begin.getFunction()) == Tier::Kind),
        knownSize_(knownLocalSize(*begin.getFunction())) {
    body_ = llvm::SplitBlock(begin.getParent(), &begin);
    body_->setName("item");
    begin.eraseFromParent();
    collectBlocks();
    reliesOnSmallMemory_ = hasKind_ || assumesSmallMemory();
    if (lanes > 1 && registers.count != 0 && end_ && !rowsAreAlike()) chooseRows(registers);
  }

  RegionLoops(const RegionLoops&) = delete;  // rowShapes_ refers to blocks_
  RegionLoops& operator=(const RegionLoops&) = delete;

  unsigned rowsTogether() const { return rows_.most; }

  bool isOneLoop() const { return oneForm_ && rows_.most == 1; }

  // The number of instructions of all forms.
  double instructions(const llvm::TargetTransformInfo& target) const {
    const llvm::ArrayRef<llvm::BasicBlock*> blocks = blocks_.getArrayRef();
    const double ofAny = estimatedInstructions(blocks, CodeFor::AllVectors, target);
    if (!end_ || isSameForAllItems(blocks_) || isOneLoop()) return ofAny;
    const Blocks reached = blocksOfFullVectors(blocks_);
    const double ofFull =
        estimatedInstructions(reached.getArrayRef(), CodeFor::FullVectors, target);
    return ofAny + ofFull * (rows_.most == 1 ? 1 : 1 + rows_.most);
  }

  // Before build().
  void becomeOneLoop() {
    oneForm_ = true;
    rows_.most = 1;
  }

  std::vector<Body> build() {
    // Not earlier: the block was split if another region ends there.
    before_ = body_->getSinglePredecessor();
    Builder builder(before_->getTerminator());
    ItemIds ids;
    ids.mayBeFull = builder.getTrue();
    ids.smallMemory = builder.getFalse();
    for (unsigned dim = 0; dim < 3; ++dim) {
      ids.base[dim] = emitKernelCall(builder, KernelCall::GroupBase, dim);
      ids.size[dim] = sizeOf(builder, dim);
    }
    if (isFlat_) {
      llvm::Value* rows = multiply(builder, ids.size[1], ids.size[2]);
      ids.size = {multiply(builder, ids.size[0], rows), builder.getInt64(1), builder.getInt64(1)};
    }
    if (!end_ || isSameForAllItems(blocks_)) return {buildOnce(builder, ids)};
    const Vectors vectors = divideRows(
        builder, {lanes_, !isFlat_ && !hasKind_, !hasKind_ && reliesOnSmallMemory_}, ids);
    llvm::BasicBlock* row = lanes_ == 1 ? body_ : newBlock("row", body_);
    llvm::BasicBlock* rowEnd = newBlock("row.end", end_);
    llvm::BasicBlock* rows = newBlock("rows", row);
    before_->getTerminator()->replaceSuccessorWith(body_, rows);
    if (rowsAreAlike())
      countRows(builder, rows, row, rowEnd, ids);
    else
      countRowsAndPlanes(rows, row, rowEnd, ids);
    ids.firstPart = rowCounter(rows, rowEnd, vectors.total);
    ids.row = lanes_ == 1 ? ids.firstPart : rowCounter(rows, rowEnd, ids.size[0]);
    if (lanes_ == 1) return {loopOverItems(rows, rowEnd, ids)};
    if (isOneLoop()) return {loopOverAll(row, rowEnd, vectors, ids)};
    return loopsOverVectors(row, rowEnd, vectors, ids);
  }

 private:
  static llvm::BasicBlock* newBlock(const llvm::Twine& name, llvm::BasicBlock* before) {
    return llvm::BasicBlock::Create(before->getContext(), name, before->getParent(), before);
  }

  llvm::Value* sizeOf(Builder& builder, unsigned dim) const {
    if (knownSize_) return builder.getInt64((*knownSize_)[dim]);
    return emitKernelCall(builder, KernelCall::LocalSize, dim);
  }

  // From the body to the end marker, which may be missing if no path leads to it.
  void collectBlocks() {
    blocks_.insert(body_);
    for (size_t i = 0; i < blocks_.size(); ++i) {
      llvm::BasicBlock* block = blocks_[i];
      const auto marker = llvm::find_if(*block, [](const llvm::Instruction& instruction) {
        return kernelCallOf(instruction) == KernelCall::RegionEnd;
      });
      if (marker == block->end()) {
        for (llvm::BasicBlock* successor : llvm::successors(block)) blocks_.insert(successor);
        continue;
      }
      last_ = block;
      end_ = llvm::SplitBlock(block, marker);
      end_->setName("items.end");
      marker->eraseFromParent();
    }
  }

  // Nothing in the region is different in another row but the row's number.
  bool rowsAreAlike() const {
    return llvm::none_of(blocks_, [](llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        const std::optional<KernelCall> kind = kernelCallOf(instruction);
        if (kind == KernelCall::GlobalLinearId) return true;
        return (kind == KernelCall::LocalId || kind == KernelCall::GlobalId) &&
               dimensionOf(llvm::cast<llvm::CallInst>(instruction)) != 0;
      });
    });
  }

  // In the code for full vectors.
  bool assumesSmallMemory() const {
    return llvm::any_of(blocks_, [](llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        return kernelCallOf(instruction) == KernelCall::AssumesSmallMemory;
      });
    });
  }

  void countRows(Builder& builder, llvm::BasicBlock* rows, llvm::BasicBlock* row,
                 llvm::BasicBlock* rowEnd, const ItemIds& ids) {
    llvm::Value* count = multiply(builder, ids.size[1], ids.size[2]);
    counter(rows, before_, rowEnd, row, end_, count, "y");
  }

  void countRowsAndPlanes(llvm::BasicBlock* rows, llvm::BasicBlock* row, llvm::BasicBlock* rowEnd,
                          ItemIds& ids) {
    llvm::BasicBlock* planes = newBlock("planes", rows);
    planeEnd_ = newBlock("plane.end", end_);
    planes_ = planes;
    before_->getTerminator()->replaceSuccessorWith(rows, planes);
    ids.local[2] = counter(planes, before_, planeEnd_, rows, end_, ids.size[2], "z");
    if (rows_.most == 1) {
      ids.local[1] = counter(rows, planes, rowEnd, row, planeEnd_, ids.size[1], "y");
      return;
    }
    Builder builder(before_->getTerminator());
    llvm::ConstantInt* most = builder.getInt64(rows_.most);
    llvm::Value* steps =
        builder.CreateUDiv(add(builder, ids.size[1], builder.getInt64(rows_.most - 1)), most);
    llvm::Value* step = counter(rows, planes, rowEnd, row, planeEnd_, steps, "rows");
    builder.SetInsertPoint(rows->getTerminator());
    ids.local[1] = multiply(builder, step, most);
    rows_.count = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, most,
                                                builder.CreateSub(ids.size[1], ids.local[1]));
  }

  // The first work-item runs for all, or none leaves the region and the first one is all that runs.
  Body buildOnce(Builder& builder, ItemIds ids) {
    ids.local.fill(builder.getInt64(0));
    ids.row = ids.firstPart = ids.part = builder.getInt64(0);
    ids.live = builder.getInt64(1);
    return {blocks_, ids};
  }

  Body loopOverItems(llvm::BasicBlock* rows, llvm::BasicBlock* rowEnd, ItemIds ids) {
    llvm::BasicBlock* itemEnd = newBlock("item.end", rowEnd);
    last_->getTerminator()->replaceSuccessorWith(end_, itemEnd);
    ids.local[0] = counter(body_, rows, itemEnd, nullptr, rowEnd, ids.size[0], "x");
    Builder builder(body_, body_->getFirstInsertionPt());
    ids.part = add(builder, ids.row, ids.local[0]);
    ids.live = builder.getInt64(1);
    return {blocks_, ids};
  }

  // Full vectors first, then those that are not full, with a copy of the code.
  std::vector<Body> loopsOverVectors(llvm::BasicBlock* row, llvm::BasicBlock* rowEnd,
                                     const Vectors& vectors, const ItemIds& ids) {
    llvm::BasicBlock* rest = newBlock("rest", rowEnd);
    llvm::BasicBlock *full = newBlock("vector", body_), *fullEnd = newBlock("vector.end", rest);
    llvm::BasicBlock *part = newBlock("vector", rowEnd), *partEnd = newBlock("vector.end", rowEnd);
    Builder builder(row);
    ItemIds fullIds = ids;
    llvm::BranchInst* toFull =
        builder.CreateCondBr(builder.CreateICmpEQ(vectors.full, builder.getInt64(0)), rest, full);
    if (!isFlat_) fullIds.rowBegin = toFull;
    builder.SetInsertPoint(rest);
    builder.CreateCondBr(builder.CreateICmpEQ(vectors.full, vectors.total), rowEnd, part);

    llvm::Value* idle = rows_.most == 1 ? findIdleRest(blocks_, *last_) : nullptr;
    llvm::BasicBlock* latch = idle ? newBlock("vector.next", rest) : fullEnd;
    fullIds.local[0] = counter(full, row, latch, nullptr, rest, vectors.full, "x", nullptr, lanes_);
    if (idle) branchOnIdle(*idle, *fullEnd, *rowEnd, *latch);
    builder.SetInsertPoint(full);
    fullIds.part =
        add(builder, ids.firstPart,
            builder.CreateUDiv(fullIds.local[0], builder.getInt64(lanes_), "", /*isExact=*/true));
    fullIds.live = builder.getInt64(lanes_);
    fullIds.smallMemory = builder.getInt1(reliesOnSmallMemory_);
    llvm::Value* number =
        counter(part, rest, partEnd, nullptr, rowEnd, vectors.total, "vector", vectors.full);
    ItemIds partIds = idsOfPart(part, number, vectors, ids);
    partIds.mayBeFull = builder.getFalse();

    std::vector<Body> bodies{runRows(copyBlocks(partEnd), part, partEnd, vectors, partIds)};
    if (rows_.most > 1) {
      llvm::BasicBlock* alone = newBlock("alone", fullEnd);
      bodies.push_back(runRows(copyBlocks(fullEnd), alone, fullEnd, vectors, fullIds));
      bodies.push_back(runTogether(full, alone, fullEnd, vectors, fullIds));
    } else {
      bodies.push_back(runRows({blocks_, last_}, full, fullEnd, vectors, fullIds));
    }
    return bodies;
  }

  // Vectors that may be full or not, in one loop.
  Body loopOverAll(llvm::BasicBlock* row, llvm::BasicBlock* rowEnd, const Vectors& vectors,
                   const ItemIds& ids) {
    llvm::BasicBlock *vector = newBlock("vector", body_), *end = newBlock("vector.end", rowEnd);
    llvm::BranchInst::Create(vector, row);
    llvm::Value* idle = findIdleRest(blocks_, *last_);
    llvm::BasicBlock* latch = idle ? newBlock("vector.next", rowEnd) : end;
    llvm::Value* number = counter(vector, row, latch, nullptr, rowEnd, vectors.total, "vector");
    if (idle) {
      Builder builder(end);
      // Where vectors have one work-item each, 32-bit ids may wrap behind this one.
      if (!isFlat_) {
        llvm::Value* isWhole = builder.CreateICmpEQ(vectors.step, builder.getInt64(lanes_));
        idle = builder.CreateLogicalAnd(isWhole, idle);
      }
      branchOnIdle(*idle, *end, *rowEnd, *latch);
    }
    return runRows({blocks_, last_}, vector, end, vectors, idsOfPart(vector, number, vectors, ids));
  }

  // The ids of vector `number` of a row, which may be full or not.
  ItemIds idsOfPart(llvm::BasicBlock* block, llvm::Value* number, const Vectors& vectors,
                    ItemIds ids) {
    Builder builder(block);
    ids.local[0] = multiply(builder, number, vectors.step);
    ids.part = add(builder, ids.firstPart, number);
    ids.live = vectors.full == vectors.total
                   ? vectors.step
                   : builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, vectors.step,
                                                   builder.CreateSub(ids.size[0], ids.local[0]));
    return ids;
  }

  struct Copies {
    Blocks blocks;
    llvm::BasicBlock* last;
  };

  // One row after another, of those that a step of the y loop has.
  Body runRows(Copies code, llvm::BasicBlock* before, llvm::BasicBlock* behind,
               const Vectors& vectors, ItemIds ids) {
    llvm::BasicBlock* body = code.blocks.front();
    Builder builder(before);
    builder.CreateBr(body);
    if (rows_.most == 1) {
      code.last->getTerminator()->replaceSuccessorWith(end_, behind);
      return {code.blocks, ids};
    }
    llvm::BasicBlock* latch = newBlock("row.end", behind);
    code.last->getTerminator()->replaceSuccessorWith(end_, latch);
    llvm::Value* row = counter(body, before, latch, nullptr, behind, rows_.count, "row");
    builder.SetInsertPoint(body, body->getFirstInsertionPt());
    ids.local[1] = add(builder, ids.local[1], row);
    ids.row = add(builder, ids.row, multiply(builder, row, ids.size[0]));
    ids.part = add(builder, ids.part, multiply(builder, row, vectors.total));
    return {code.blocks, ids};
  }

  // All rows of a step, or `alone`.
  Body runTogether(llvm::BasicBlock* before, llvm::BasicBlock* alone, llvm::BasicBlock* behind,
                   const Vectors& vectors, const ItemIds& ids) {
    const auto callOfRow = [&](Builder& builder, llvm::CallInst& call, unsigned row) {
      return ofRow(builder, call, row, ids, vectors);
    };
    last_->getTerminator()->replaceSuccessorWith(end_, behind);
    llvm::BasicBlock* check = newBlock("together", body_);
    Builder builder(check);
    llvm::Value* together = writeGuards(builder, blocks_, *rowShapes_, rows_.most, callOfRow);
    builder.CreateCondBr(together, body_, alone);
    builder.SetInsertPoint(before);
    builder.CreateCondBr(builder.CreateICmpEQ(rows_.count, builder.getInt64(rows_.most)), check,
                         alone);
    joinRows(blocks_, *rowShapes_, rows_.most, callOfRow);
    Blocks blocks = blocks_;
    blocks.insert(check);
    return {blocks, ids};
  }

  // What differs between rows and is no id along y.
  static llvm::Value* ofRow(Builder& builder, llvm::CallInst& call, unsigned row,
                            const ItemIds& ids, const Vectors& vectors) {
    llvm::Value* number = builder.getInt64(row);
    switch (*kernelCallOf(call)) {
      case KernelCall::LocalLinearId:
        return add(builder, &call, multiply(builder, number, ids.size[0]));
      case KernelCall::GlobalLinearId:
        return builder.CreateAdd(
            &call, builder.CreateMul(number, emitKernelCall(builder, KernelCall::GlobalSize, 0)));
      case KernelCall::ItemSpill: {
        const uint64_t bytes =
            call.getFunction()->getFnAttributeAsParsedInteger(kSpillVectorBytesAttribute);
        llvm::Value* parts = multiply(builder, number, vectors.total);
        return builder.CreateInBoundsGEP(builder.getInt8Ty(), &call,
                                         multiply(builder, parts, builder.getInt64(bytes)));
      }
      default: llvm_unreachable("all other calls are ids along y, or the same for all rows");
    }
  }

  Copies copyBlocks(llvm::BasicBlock* before) {
    llvm::ValueToValueMapTy map;
    Blocks copies;
    llvm::SmallVector<llvm::BasicBlock*> list;
    for (llvm::BasicBlock* block : blocks_) {
      llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, map, "", before->getParent());
      copy->moveBefore(before);
      map[block] = copy;
      copies.insert(copy);
      list.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(list, map);
    return {copies, llvm::cast<llvm::BasicBlock>(map[last_])};
  }

  void chooseRows(const Registers& registers) {
    if (!isWorthCopies(blocks_)) return;
    rowShapes_.emplace(blocks_);
    if (rowShapes_->mayRunTogether())
      rows_.most = lanewise::rowsTogether(blocks_, *rowShapes_, registers.bits, registers.count);
  }

  // Only the innermost loop is worth copies of its body.
  void chooseUnrolling(llvm::BranchInst& back, bool isOuter, const llvm::Value* size) const {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(size);
    const bool isKnown = lanes_ > 1 && knownSize_ && known;
    size_t copied = 0;
    for (const llvm::BasicBlock* block : blocks_) copied += block->size();
    if (isKnown && !isOuter && known->getZExtValue() * copied <= mostCopied_)
      requestUnrolling(back);
    else if (isOuter || !mayUnroll_ || (lanes_ > 1 && !isKnown))
      forbidUnrolling(back);
  }

  // A loop from `header` to `latch` that counts from `start` (0) to `size`, in steps that are
  // `step` times as long.
  llvm::Value* counter(llvm::BasicBlock* header, llvm::BasicBlock* from, llvm::BasicBlock* latch,
                       llvm::BasicBlock* inside, llvm::BasicBlock* behind, llvm::Value* size,
                       const char* name, llvm::Value* start = nullptr, unsigned step = 1) {
    Builder builder(header, header->begin());
    if (!start && size == builder.getInt64(1)) {
      if (inside) {
        builder.SetInsertPoint(header);
        builder.CreateBr(inside);
      }
      llvm::BranchInst::Create(behind, latch);
      return builder.getInt64(0);
    }
    llvm::PHINode* count = builder.CreatePHI(builder.getInt64Ty(), 2, name);
    if (inside) {
      builder.SetInsertPoint(header);
      builder.CreateBr(inside);
    }
    builder.SetInsertPoint(latch);
    llvm::Value* next = add(builder, count, builder.getInt64(step));
    llvm::Value* end = size;
    if (step != 1) {
      Builder before(from->getTerminator());
      end = multiply(before, size, before.getInt64(step));
    }
    llvm::BranchInst* back = builder.CreateCondBr(builder.CreateICmpEQ(next, end), behind, header);
    chooseUnrolling(*back, inside != nullptr, size);
    count->addIncoming(start ? start : builder.getInt64(0), from);
    count->addIncoming(next, latch);
    return count;
  }

  // A number that begins with 0 and grows by `step` from row to row. The loops are there.
  llvm::Value* rowCounter(llvm::BasicBlock* rows, llvm::BasicBlock* rowEnd, llvm::Value* step) {
    Builder builder(rows, rows->begin());
    llvm::PHINode *row = nullptr, *ofPlane = nullptr;
    llvm::Value* current = builder.getInt64(0);
    if (planes_ && llvm::is_contained(llvm::successors(planeEnd_), planes_)) {
      builder.SetInsertPoint(planes_, planes_->begin());
      ofPlane = builder.CreatePHI(builder.getInt64Ty(), 2, "plane.row");
      ofPlane->addIncoming(current, before_);
      current = ofPlane;
    }
    if (llvm::is_contained(llvm::successors(rowEnd), rows)) {
      builder.SetInsertPoint(rows, rows->begin());
      row = builder.CreatePHI(builder.getInt64Ty(), 2, "row");
      row->addIncoming(current, planes_ ? planes_ : before_);
      current = row;
    }
    if (!row && !ofPlane) return current;
    builder.SetInsertPoint(rowEnd, rowEnd->begin());
    llvm::Value* next =
        add(builder, current, rows_.count ? multiply(builder, step, rows_.count) : step);
    if (row) row->addIncoming(next, rowEnd);
    if (ofPlane) ofPlane->addIncoming(next, planeEnd_);
    return current;
  }

  const unsigned lanes_;
  const bool isFlat_;  // lanes are adjacent along the flattened local id: the group is one row
  bool oneForm_;
  const bool mayUnroll_;
  const size_t mostCopied_;
  const bool hasKind_;
  bool reliesOnSmallMemory_ = false;  // in the code for full vectors
  const std::optional<std::array<uint64_t, 3>> knownSize_;
  llvm::BasicBlock *before_ = nullptr, *body_;
  llvm::BasicBlock *last_ = nullptr, *end_ = nullptr;         // before and behind the end marker
  llvm::BasicBlock *planes_ = nullptr, *planeEnd_ = nullptr;  // if there is a loop over planes
  Blocks blocks_;                                             // of the region: from body_ to last_
  Rows rows_;
  std::optional<RowShapes> rowShapes_;
};

// What the regions keep for the group becomes registers. Not earlier: before the loops exist, LLVM
// would take a region for code that runs once.
void promoteVariables(llvm::Function& kernel) {
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : kernel.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::isAllocaPromotable(variable)) variables.push_back(variable);
  llvm::DominatorTree dominators(kernel);
  llvm::PromoteMemToReg(variables, dominators);
}

void formLoops(RegionLoops& loops) {
  for (const Body& body : loops.build()) {
    const bool isSmall = llvm::cast<llvm::ConstantInt>(body.ids.smallMemory)->isOne();
    for (llvm::BasicBlock* block : body.blocks)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
        if (isSmall) markSmallObject(instruction);
        const std::optional<KernelCall> kind = kernelCallOf(instruction);
        if (!kind || scopeOf(*kind) != CallScope::Item) continue;
        auto& call = llvm::cast<llvm::CallInst>(instruction);
        call.replaceAllUsesWith(valueOf(call, *kind, body.ids));
        call.eraseFromParent();
      }
  }
}

// If its loops are too long, the kernel gets one form, and becomes first code if it may be compiled
// again.
void limitInstructions(llvm::Function& kernel, std::deque<RegionLoops>& loops,
                       const llvm::TargetTransformInfo& target) {
  if (llvm::all_of(loops, [](const RegionLoops& region) { return region.isOneLoop(); })) return;
  const uint64_t most = kernel.getFnAttributeAsParsedInteger(kMostInstructionsAttribute);
  double sum = 0;
  for (const RegionLoops& region : loops) sum += region.instructions(target);
  if (sum <= static_cast<double>(most)) return;
  if (tierOf(kernel) == Tier::All && mayBeCompiledAgain(kernel)) setTier(kernel, Tier::First);
  for (RegionLoops& region : loops) region.becomeOneLoop();
}

Registers registersOf(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (regionsBecomeFunctions(kernel)) return {};
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(kernel);
  return {vectorRegisterBits(*kernel.getParent()),
          target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true))};
}

}  // namespace

llvm::PreservedAnalyses WorkItemLoopsPass::run(llvm::Module& module,
                                               llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (llvm::Function* kernel : kernelsOf(module)) {
    std::vector<llvm::Instruction*> begins;
    for (llvm::Instruction& instruction : llvm::instructions(*kernel))
      if (kernelCallOf(instruction) == KernelCall::RegionBegin) begins.push_back(&instruction);
    const auto lanes =
        static_cast<unsigned>(kernel->getFnAttributeAsParsedInteger(kLanesAttribute, 1));
    const Registers registers = lanes > 1 ? registersOf(*kernel, functions) : Registers{};
    const bool oneForm = kernel->hasFnAttribute(kOneFormAttribute);
    std::deque<RegionLoops> loops;
    for (llvm::Instruction* begin : begins)
      loops.emplace_back(*begin, lanes, oneForm, begins.size(), registers);
    if (kernel->hasFnAttribute(kMostInstructionsAttribute))
      limitInstructions(*kernel, loops, functions.getResult<llvm::TargetIRAnalysis>(*kernel));
    unsigned rows = 1;
    for (RegionLoops& region : loops) {
      rows = std::max(rows, region.rowsTogether());
      formLoops(region);
    }
    setNumberAttribute(*kernel, kRowsAttribute, rows);
    if (rows > 1)
      remark(*kernel, llvm::Twine(rows) + " rows of work-items run together: they share loads");
    if (!regionsBecomeFunctions(*kernel)) promoteVariables(*kernel);
  }
  return kernelsOf(module).empty() ? llvm::PreservedAnalyses::all()
                                   : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
