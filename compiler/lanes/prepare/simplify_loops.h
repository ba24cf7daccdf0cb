// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes of lanes do that have changed control flow.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Restores the form of loops, and of values that are used behind them. Invalidates all analyses.
void simplifyLoops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
