// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of which separate-full-iterations has made two: one that all lanes of a vector execute, and
// behind it one for the lanes that are left.
#pragma once

namespace llvm {
class BasicBlock;
class ICmpInst;
class Loop;
}  // namespace llvm

namespace lanewise {

/// Whether all lanes of the vector, which are live, are active in each iteration.
bool isForAllLanes(const llvm::Loop& loop);

/// The comparison that is true, or false, for all lanes of a vector that goes from one block to the
/// other; nullptr if there is none. If one operand is the same for all lanes, the strided numbers
/// of the other do not wrap unless they are frozen (testAllLanes() of write/end_lanes.h).
const llvm::ICmpInst* comparisonOfAllLanes(const llvm::BasicBlock& from,
                                           const llvm::BasicBlock& to);

/// Whether the loop is for the lanes that are left: it runs for few vectors.
bool isForLanesLeft(const llvm::Loop& loop);

}  // namespace lanewise
