// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one instruction of a kernel for all lanes, where the builder of `widening` stands and
// under its mask, of which at least one lane is active. The builder may stand in another block
// afterwards.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

namespace llvm {
class CallInst;
class Instruction;
class LoadInst;
class MemIntrinsic;
class StoreInst;
class Value;
}  // namespace llvm

namespace lanewise {

class Widening;
struct Leaf;
struct SubGroupCallName;

/// Any instruction but phis and terminators.
void widenInstruction(Widening& widening, llvm::Instruction& instruction);

void widenLoad(Widening& widening, llvm::LoadInst& load);  // of varying result
void widenStore(Widening& widening, llvm::StoreInst& store);
void widenCall(Widening& widening, llvm::CallInst& call);  // of varying result or none

/// Stores `value`, a vector of lanes, as the scalar kernel stores `element` behind its `address`.
void storeElement(Widening& widening, llvm::Value* address, const Leaf& element, llvm::Align align,
                  llvm::Value* value);
/// A call of sub_group_calls.def, whatever its result is.
void widenSubGroupCall(Widening& widening, llvm::CallInst& call, const SubGroupCallName& name);

/// A copy or fill of an interleaved private variable.
void widenInterleavedCopy(Widening& widening, llvm::MemIntrinsic& memory);

/// Executes the instruction as it is for each active lane, in their order. The second one returns
/// the leaves of the result, none if it is unused.
void runLaneByLane(Widening& widening, llvm::Instruction& instruction);
llvm::SmallVector<llvm::Value*, 4> loopOverLanes(Widening& widening,
                                                 llvm::Instruction& instruction);

/// An atomicrmw or cmpxchg, in the order of the lanes.
void widenAtomic(Widening& widening, llvm::Instruction& atomic);

}  // namespace lanewise
