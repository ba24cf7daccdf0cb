// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation of LLVM 19 makes a maximum of `x >= 0 ? x : 0` if the comparison has the flag
// nnan. The maximum takes 0 for -0. Without the flag it makes none where the signs of zeros matter.
#include "compiler/repairs/signs_of_zeros.h"

#include "compiler/analysis/float_comparisons.h"
#include "compiler/repairs/repairs.h"

#include <llvm/IR/Instructions.h>

namespace lanewise {

void keepSignsOfZeros(llvm::Instruction& instruction) {
  const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
  if (comparison && !comparison->hasNoSignedZeros() && ordersNumbers(*comparison) &&
      isRepaired(Repair::SignsOfZeros))
    instruction.setHasNoNaNs(false);
}

}  // namespace lanewise
