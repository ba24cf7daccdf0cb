// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes values of the variables that stand for masks and phis of a widened kernel (linearize.h).
// Used by Widening.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class AllocaInst;
class Function;
}  // namespace llvm

namespace lanewise {

/// Replaces loads of the variables by what was stored there, and removes the variables.
/// \pre Only loads and stores of the whole variable use it.
void promoteRegisters(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> variables);

}  // namespace lanewise
