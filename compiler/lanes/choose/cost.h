// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs to run as many work-items as a vector has lanes, one after another and as a vector.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

class Plan;

/// In simple instructions, roughly. Loops are assumed to have a few iterations.
struct LaneCosts {
  double oneByOne = 0, together = 0;
  // Together, if all lanes that come to a condition go the same way.
  double inAgreement = 0;
  // If loops are long: together, and the part of it that code for full vectors does not need.
  double inLongLoops = 0, masks = 0;
  // The processor has instructions with masks for accesses at adjacent addresses.
  bool hasMaskInstructions = true;
  // The part that code behind conditions does not need where all lanes are active.
  double guarded = 0;
};

LaneCosts costsOf(const llvm::Function& kernel, const Plan& plan);

}  // namespace lanewise
