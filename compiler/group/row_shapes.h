// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each value of a region differs between rows of work-items that run together, vector by
// vector: row n is the one whose ids along y are n higher than those of the first.
#pragma once

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

struct RowShape {
  enum Kind : uint8_t {
    Unknown,  // not computed yet
    Same,     // for all rows
    Strided,  // an integer of up to 64 bits: row n has the value of row 0 plus n * stride
    Varying,
  };
  Kind kind = Unknown;
  int64_t stride = 0;
  /// An id along y, or its low 32 bits. The rows' ids do not cross a multiple of 2^31.
  bool isId = false;

  bool operator==(const RowShape&) const = default;
};

/// A condition that depends on the row and decides about control flow. Rows run together only if it
/// is the same for all of them; then its shape is `Same`.
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
  RowShape of(const llvm::Value& value) const;
  bool isSame(const llvm::Value& value) const { return of(value).kind == RowShape::Same; }

 private:
  void solve();
  bool findGuards();
  bool findGuardsOf(llvm::Instruction& branch);
  RowShape compute(const llvm::Instruction& instruction) const;
  RowShape ofArithmetic(const llvm::Instruction& instruction) const;
  RowShape ofCast(const llvm::Instruction& instruction) const;
  RowShape ofPhi(const llvm::Instruction& phi) const;

  const RegionBlocks& region_;
  llvm::SmallVector<RowGuard> guards_;
  llvm::DenseMap<const llvm::Value*, RowShape> shapes_;  // of instructions in the region
  bool mayRunTogether_ = false;
};

/// The blocks of the region that full vectors can reach. They rely on small memory if they can.
RegionBlocks blocksOfFullVectors(const RegionBlocks& region);

/// What the condition of a guard is computed from, inside of the region, and it itself, operands
/// first. Empty if there is something that must not be computed in advance.
llvm::SmallVector<llvm::Instruction*> sliceOf(llvm::Instruction& condition,
                                              const RegionBlocks& region);

}  // namespace lanewise
