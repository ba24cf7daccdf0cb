// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// narrow-wide-integers: most results of 128 bits are cut to 64, as in x + 11400714819323198485 with
// x of type ulong, so that the operations need no more. LLVM's pass finds that. It runs only for
// functions with such integers, because it changes others, too.
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/AggressiveInstCombine/AggressiveInstCombine.h>

namespace lanewise {

/// Ensures: operations of 128 bits whose results are cut have fewer bits. Why here: functions are
/// inlined, and what cuts a result may be in another one.
FUNCTION_PASS(NarrowWideIntegersPass);

llvm::PreservedAnalyses NarrowWideIntegersPass::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& analyses) {
  const bool hasWide = llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& i) {
    return i.getType()->isIntegerTy() && i.getType()->getIntegerBitWidth() > 64;
  });
  if (!hasWide) return llvm::PreservedAnalyses::all();
  return llvm::AggressiveInstCombinePass().run(function, analyses);
}

}  // namespace lanewise
