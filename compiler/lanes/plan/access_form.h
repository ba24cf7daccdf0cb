// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How loads and stores of all lanes are written. plan.h decides it once for each access:
// the estimate prices the form, widen_memory.cpp writes it, and explain.h explains it.
#pragma once

#include "compiler/lanes/known/leaves.h"

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace lanewise {

struct AssumedStride;
struct LanePattern;

enum class AccessKind : uint8_t {
  LaneByLane,   // each active lane on its own
  Shared,       // one address: a scalar load, or a store of the last active lane's value
  Interleaved,  // of a private variable whose elements lie side by side for the lanes
  OneAddress,   // one address, if an assumption holds; a gather otherwise
  Run,          // one access to all between the first and the last lane's value
  Pieces,       // accesses of a few vectors, and shuffles
  Gather,       // or scatter: lanes' addresses are anywhere
};

/// Leaves of one type that lie one behind another: the whole of an OpenCL vector, members of a
/// structure.
struct LeafRun {
  unsigned first, count;  // at most kMostLeaves
  llvm::Type* type;
  uint64_t offsetBytes;
};

/// Addresses that are `slots` leaves apart: |slots| at least the leaves; negative: each lane's
/// value lies in front of the one of the lane before it.
struct Distance {
  int slots = 0;
};

/// Accesses of whole vectors. They begin at multiples of their length from the base of the pattern,
/// so that accesses with other steps of the same base have the same pieces.
struct LanePieces {
  /// A slot is a leaf in memory. They are counted from the first one of lane 0.
  llvm::SmallVector<int64_t, 16> slots;  // the first one of each lane
  llvm::SmallVector<int64_t, 4> begins;  // of the pieces, each as many slots as there are lanes
  unsigned mostLanes;                    // that have the same slot
};

/// The form of one run of an access.
struct AccessForm {
  AccessKind kind = AccessKind::LaneByLane;
  LeafRun run = {};
  Distance distance = {};  // Run
  /// OneAddress and Run: what has to hold; otherwise the access is a gather or scatter. nullptr:
  /// nothing.
  const AssumedStride* assumed = nullptr;
  std::optional<LanePieces> pieces = std::nullopt;  // Pieces
  /// A gather of an OpenCL vector whose components are used one by one: one for each component.
  bool isByComponent = false;
};

/// Whether lanes' values that are so many of their size apart are one access to all between.
bool areNear(double values);

/// Leaves of one type become one run, as far as nothing lies between them.
llvm::SmallVector<LeafRun, 1> runsOf(llvm::ArrayRef<Leaf> leaves, const llvm::DataLayout& layout);

/// nullopt if a gather or scatter costs less.
std::optional<Distance> distanceOf(int64_t strideBytes, uint64_t leafBytes, unsigned count);
std::optional<LanePieces> piecesOf(const LanePattern& pattern, uint64_t leafBytes, unsigned count);

}  // namespace lanewise
