// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles with several entries get one entry.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: no cycle is irreducible. Invalidates what it changes.
void makeReducible(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
