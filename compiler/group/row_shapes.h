// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each value of a region differs between rows of work-items that run together, vector by
// vector: row n is the one whose ids along y are n higher than those of the first.
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

/// The blocks of a region, the first one first.
using RegionBlocks = llvm::SetVector<llvm::BasicBlock*>;

/// A condition that depends on the row and decides about control flow. Rows run together only if it
/// is the same for all of them; then it is `Uniform`.
struct RowGuard {
  llvm::Instruction* condition;
  /// The value with which rows run together; any value if there is none.
  std::optional<bool> expected;
};

class RowShapes {
 public:
  explicit RowShapes(const RegionBlocks& region);

  /// Where the guards hold, rows take the same way through the region, and no instruction makes
  /// their order matter.
  bool mayRunTogether() const { return mayRunTogether_; }
  llvm::ArrayRef<RowGuard> guards() const { return guards_; }
  Step of(const llvm::Value& value) const;
  bool isSame(const llvm::Value& value) const { return of(value).kind == Step::Uniform; }

 private:
  void solve();
  bool findGuards();
  bool findGuardsOf(llvm::Instruction& branch);
  Step compute(const llvm::Instruction& instruction) const;

  const RegionBlocks& region_;
  llvm::SmallVector<RowGuard> guards_;
  llvm::DenseMap<const llvm::Value*, Step> shapes_;  // of instructions in the region
  bool mayRunTogether_ = false;
};

/// The blocks of the region that full vectors can reach. They rely on small memory if they can.
RegionBlocks blocksOfFullVectors(const RegionBlocks& region);

/// What the condition of a guard is computed from, inside of the region, and it itself, operands
/// first. Empty if there is something that must not be computed in advance.
llvm::SmallVector<llvm::Instruction*> sliceOf(llvm::Instruction& condition,
                                              const RegionBlocks& region);

}  // namespace lanewise
