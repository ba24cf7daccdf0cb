// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of control flow that the stage works on: branches instead of switches, reducible, one
// return and no other end, loops in simplified form, values of loops used behind them through phis.
// Local ids have a range if the size of work-groups is known. Constants are second operands where
// the order does not matter, and `or` is disjoint where it can be proved. Private variables
// that are only written are gone.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

void prepareForLanes(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// Restores the form of loops, and of values that are used behind them.
void simplifyLoops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
