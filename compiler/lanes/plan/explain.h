// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes for the build log about what costs time in vectors, if the build asks for them
// (CodeOptions::explain).
#pragma once

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Loop;
class Twine;
}  // namespace llvm

namespace lanewise {

struct AccessPlan;
class Plan;

/// The number of lanes, and why: a note, or a remark if no notes are wanted.
void explainWidth(const llvm::Function& kernel, const llvm::Twine& text);

/// Which code a widened kernel has.
enum class Forms {
  Both,        // full vectors have code without masks
  CheapMasks,  // masks for all vectors, because they cost little
  Long,        // the same, because code without masks would be long
  First,       // the same, until launches have taken long
};
void explainForms(const llvm::Function& kernel, Forms forms);

/// A load or store that is a gather or scatter.
void explainGather(const llvm::Instruction& access, const AccessPlan& plan);
/// What has no form for vectors.
void explainLaneByLane(const llvm::Instruction& instruction);
void explainFunctionOfLanes(const llvm::CallInst& call);
/// A division of 64-bit integers, whose inactive lanes get another divisor.
void explainDivision(const llvm::Instruction& division);
/// What makes vectors cost more than scalar code.
void explainScalar(const llvm::Function& kernel, const Plan& plan);
/// A loop that lanes leave in different iterations.
void explainLoop(const llvm::Loop& loop);

}  // namespace lanewise
