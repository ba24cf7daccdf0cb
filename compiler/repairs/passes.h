// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The repairs that are passes, each with its contract (compiler/lower/passes.h has the form).
// repairs.def has the fault that each of them is about.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: no load is non-temporal. Why here: before anything is made of loads.
struct DropLoadHintsPass : llvm::PassInfoMixin<DropLoadHintsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: constants that are added to numbers of 64 bits are negative where only bits that
/// nothing uses make them positive. Why here: before passes ask whether indices differ.
struct RestoreConstantsPass : llvm::PassInfoMixin<RestoreConstantsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// LLVM's instcombine, in whose place it runs everywhere, without mistakes that were found in it.
class CombineInstructionsPass : public llvm::PassInfoMixin<CombineInstructionsPass> {
 public:
  CombineInstructionsPass();
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  llvm::FunctionPassManager passes_;
};

/// Ensures: no select between a vector and bits of this vector and of another one, by a constant,
/// is left. Why here: instcombine makes them.
struct MoveBitSelectsPass : llvm::PassInfoMixin<MoveBitSelectsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: no minnum and maxnum of half. Ensures: code generation takes no choice between halves
/// for a minimum or a maximum. Why here: passes of LLVM know choices.
struct KeepHalfChoicesPass : llvm::PassInfoMixin<KeepHalfChoicesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace lanewise
