// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks in which exactly one lane of a vector is active, such as that of `if (lid == 0)`: accesses
// to memory are those of scalar code.
#pragma once

namespace llvm {
class BasicBlock;
class Instruction;
class LoopInfo;
class Value;
}  // namespace llvm

namespace lanewise {

class Masks;
class Widening;

/// Follows from the branches in front of the block. Used by linearize.cpp, which enters no block
/// without active lanes.
bool runsForOneLane(const llvm::BasicBlock& block, const Masks& masks, const llvm::LoopInfo& loops,
                    const Widening& widening);

/// Lanes have different values: the sequence does not come back to where it began.
bool differsByLane(const Widening& widening, const llvm::Value& value);

/// An access to memory that may differ between lanes, in a block with one active lane: executes it
/// as it is. False if it is none.
bool widenForOneLane(Widening& widening, llvm::Instruction& access);

}  // namespace lanewise
