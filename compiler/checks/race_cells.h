// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that compares an access of a cell with the words of earlier ones (interface/access_word.h),
// and notes it. check-races says which cells there are, and what a report has.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace lanewise {

/// What the code of a function knows of its work-item.
struct RaceState {
  llvm::Value* head = nullptr;         // launch, group and work-item of a word
  llvm::Value* least = nullptr;        // abi::leastWord()
  llvm::Value* unknownZero = nullptr;  // i64; the compiler does not know that it is 0
  llvm::AllocaInst* epoch = nullptr;   // barriers so far
  llvm::Value* isOrdered = nullptr;    // the address of an i1: the work-item has acquired
  bool usesSubGroups = false;          // work-items of one group may be ordered
};

/// The word of an access, without the bytes that it concerns.
llvm::Value* wordWithoutBytes(llvm::IRBuilderBase& builder, const RaceState& state);

struct CellAccess {
  llvm::Value *writes, *reads, *writeSites, *readSites;  // addresses
  llvm::Value* own;                                      // the word
  bool isWrite;
  uint32_t site;
};

struct FoundRace {
  llvm::Value *word, *site;  // of the earlier access
  bool comparesValues;       // both may write the same
};
/// Emits the report.
using ReportRace = llvm::function_ref<void(llvm::IRBuilder<>& builder, const FoundRace& race)>;

/// The code of a cell, before `before`, and of a write also before `behind`.
void checkCell(const RaceState& state, const CellAccess& cell, ReportRace report,
               llvm::Instruction* before, llvm::Instruction* behind);

}  // namespace lanewise
