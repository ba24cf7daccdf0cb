// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes accesses whose addresses have a pattern (lane_patterns.h) as pieces (plan/access_form.h)
// and shuffles.
#pragma once

#include "compiler/lanes/write/lane_memory.h"

namespace lanewise {

/// `first`: the address of lane 0. The result is not as in memory.
LaneVectors loadPieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                       const LaneValues& values);

/// A vector of lanes for each leaf. \pre No slot belongs to two lanes.
void storePieces(Widening& widening, llvm::Value* first, const LanePieces& pieces,
                 const LaneValues& values, llvm::ArrayRef<llvm::Value*> leaves);

}  // namespace lanewise
