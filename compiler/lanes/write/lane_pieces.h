// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses whose addresses have a pattern (lane_patterns.h) as a few accesses of whole vectors, the
// pieces, and shuffles. Pieces begin at multiples of their length from the base of the pattern, so
// that accesses with other steps of the same base have the same pieces.
#pragma once

#include "compiler/lanes/write/lane_memory.h"

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace lanewise {

struct LanePattern;

struct LanePieces {
  /// A slot is a leaf in memory. They are counted from the first one of lane 0.
  llvm::SmallVector<int64_t, 16> slots;  // the first one of each lane
  llvm::SmallVector<int64_t, 4> begins;  // of the pieces, each as many slots as there are lanes
  unsigned mostLanes;                    // that have the same slot
};

/// nullopt if a gather or scatter costs less.
std::optional<LanePieces> piecesOf(const LanePattern& pattern, uint64_t leafBytes, unsigned count);

/// `first`: the address of lane 0. The result is not as in memory.
LaneVectors loadPieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                       const LaneValues& values);

/// A vector of lanes for each leaf. \pre No slot belongs to two lanes.
void storePieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                 const LaneValues& values, llvm::ArrayRef<llvm::Value*> leaves);

}  // namespace lanewise
