// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// abi::isRace() and abi::mergedRead() as code. The work-items of a vector load the words before one
// of them stores its own, so they look again behind the store.
#include "compiler/checks/race_cells.h"

#include "interface/access_word.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

/// Whether the access with the word `own` is in a race with that of `word`.
llvm::Value* conflicts(Builder& builder, const RaceState& state, llvm::Value* word,
                       llvm::Value* own) {
  const auto isWithin = [&](llvm::Value* x, unsigned from, unsigned to) {
    return builder.CreateICmpULT(builder.CreateSub(x, builder.getInt64(uint64_t(1) << from)),
                                 builder.getInt64((uint64_t(1) << to) - (uint64_t(1) << from)));
  };
  llvm::Value* difference = builder.CreateXor(word, own);
  llvm::Value* common = builder.CreateAnd(word, own);
  // In one sub-group what work-items do may have an order that words do not show.
  llvm::Value* isOther = builder.CreateAnd(
      builder.CreateICmpUGE(difference, builder.getInt64(uint64_t(1) << abi::kAccessGroupShift)),
      builder.CreateICmpUGE(word, state.least));
  if (!state.usesSubGroups)
    isOther = builder.CreateOr(isOther,
                               isWithin(difference, abi::kAccessItemShift, abi::kAccessEpochShift));
  llvm::Value* bytesInCommon = builder.CreateICmpNE(
      builder.CreateAnd(common, builder.getInt64(0xf << abi::kAccessBytesShift)),
      builder.getInt64(0));
  llvm::Value* isPlain =
      builder.CreateICmpEQ(builder.CreateAnd(common, builder.getInt64(1)), builder.getInt64(0));
  llvm::Value* isUnordered =
      builder.CreateNot(builder.CreateLoad(builder.getInt1Ty(), state.isOrdered));
  return builder.CreateAnd(builder.CreateAnd(isOther, bytesInCommon),
                           builder.CreateAnd(isPlain, isUnordered));
}

/// What remains of the last reads and of this one.
llvm::Value* mergedRead(Builder& builder, llvm::Value* read, llvm::Value* own) {
  // The bits in which this reader and the others of the group, or of the launch, differ.
  llvm::Value* difference = builder.CreateXor(read, own);
  const auto isBelow = [&](unsigned bit) {
    return builder.CreateICmpULT(difference, builder.getInt64(uint64_t(1) << bit));
  };
  llvm::Value* isSameLaunch = isBelow(abi::kAccessLaunchShift);
  llvm::Value* isSameGroup = isBelow(abi::kAccessGroupShift);
  llvm::Value* isSameEpoch = isBelow(abi::kAccessEpochShift);
  llvm::Value* isSameItem = isBelow(abi::kAccessItemShift);
  llvm::Value* bits = builder.getInt64(0xf << abi::kAccessBytesShift);
  llvm::Value* hasSameBytes =
      builder.CreateICmpEQ(builder.CreateAnd(difference, bits), builder.getInt64(0));
  llvm::Value* several =
      builder.CreateOr(own, builder.getInt64(abi::kSeveralItems << abi::kAccessItemShift));
  llvm::Value* severalGroups =
      builder.CreateOr(several, builder.getInt64(abi::kSeveralGroups << abi::kAccessGroupShift));
  llvm::Value* ofOthers = builder.CreateSelect(
      isSameEpoch, several, builder.CreateSelect(isSameGroup, own, severalGroups));
  // One word cannot say that work-items read different bytes: the later one stays.
  return builder.CreateSelect(
      isSameItem, builder.CreateOr(own, builder.CreateAnd(read, bits)),
      builder.CreateSelect(builder.CreateAnd(isSameLaunch, hasSameBytes), ofOthers, own));
}

}  // namespace

llvm::Value* wordWithoutBytes(llvm::IRBuilderBase& builder, const RaceState& state) {
  llvm::Value* epoch = builder.CreateLoad(builder.getInt64Ty(), state.epoch);
  return builder.CreateOr(state.head,
                          builder.CreateShl(epoch, builder.getInt64(abi::kAccessEpochShift)));
}

void checkCell(const RaceState& state, const CellAccess& cell, ReportRace report,
               llvm::Instruction* before, llvm::Instruction* behind) {
  Builder builder(before);
  llvm::Type* number = builder.getInt64Ty();
  const auto compare = [&](llvm::Value* word, llvm::Value* site, llvm::Instruction* at,
                           bool comparesValues) {
    llvm::Instruction* cold = llvm::SplitBlockAndInsertIfThen(
        conflicts(builder, state, word, cell.own), at, /*Unreachable=*/false,
        llvm::MDBuilder(at->getContext()).createUnlikelyBranchWeights());
    Builder inside(cold);
    report(inside, {word, inside.CreateAlignedLoad(inside.getInt32Ty(), site, llvm::Align(4)),
                    comparesValues});
    builder.SetInsertPoint(at);
  };
  llvm::Value* written = builder.CreateAlignedLoad(number, cell.writes, llvm::Align(8));
  compare(written, cell.writeSites, before, /*comparesValues=*/cell.isWrite);
  llvm::Value* read = builder.CreateAlignedLoad(number, cell.reads, llvm::Align(8));
  if (!cell.isWrite) {
    builder.CreateAlignedStore(mergedRead(builder, read, cell.own), cell.reads, llvm::Align(8));
    builder.CreateAlignedStore(builder.getInt32(cell.site), cell.readSites, llvm::Align(4));
    return;
  }
  compare(read, cell.readSites, before, /*comparesValues=*/false);
  builder.CreateAlignedStore(cell.own, cell.writes, llvm::Align(8));
  builder.CreateAlignedStore(builder.getInt32(cell.site), cell.writeSites, llvm::Align(4));
  builder.SetInsertPoint(behind);
  // Not the value that this work-item has stored, as far as the compiler knows.
  llvm::LoadInst* again = builder.CreateAlignedLoad(
      number, builder.CreateGEP(number, cell.writes, state.unknownZero), llvm::Align(8));
  compare(again, cell.writeSites, behind, /*comparesValues=*/true);
}

}  // namespace lanewise
