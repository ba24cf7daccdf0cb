// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of this component, each with its contract (compiler/lower/passes.h has the form).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: no element of a vector of integers that is made of scalars by operations is taken out
/// of the vector. Why here: shapes of addresses do not tell elements apart.
struct SeparateElementsPass : llvm::PassInfoMixin<SeparateElementsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: loops have their conditions at their ends, as far as LLVM's loop-rotate does this. Runs
/// again in the object stage. Why here: passes on loops expect this form.
struct RotateLoopsPass : llvm::PassInfoMixin<RotateLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: loops whose number of iterations follows from the range of local ids end by a counter.
/// Runs in kernels that know the size of their work-groups. Why here: loops are rotated, and passes
/// behind unroll them.
struct CountIterationsPass : llvm::PassInfoMixin<CountIterationsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: LLVM unrolls loops with barriers whose variable is doubled or halved, if the number of
/// iterations is known. Why here: before lanes, so that each step has distances of its own.
struct MarkLogStepsPass : llvm::PassInfoMixin<MarkLogStepsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Requires: arguments of kernels are their buffers, local memory, and objects that kernels do not
/// write. Ensures: loops that keep a sum in a buffer are in two versions, of which one runs if
/// lanewise.has_distinct_buffers() and has the sum in a register. Why here: addresses that do not
/// change in a loop were moved out of it.
struct DistinctBuffersPass : llvm::PassInfoMixin<DistinctBuffersPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Requires: one function a kernel; calls of functions that are out of line run lane by lane.
/// Ensures: kernels whose attribute "lanewise-lanes" is above 1 run a vector of that many
/// work-items, adjacent along x; ids in them are those of the first, and lanewise.live_lanes says
/// how many there are. Why here: all code of the kernel is in it, and barriers are not expanded
/// yet.
struct WidenKernelsPass : llvm::PassInfoMixin<WidenKernelsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: look-ups in images are calls of the device library. Ensures: those in images of known
/// format are code of the kernel. Why here: they are calls for a vector of work-items.
struct InlineLookupsPass : llvm::PassInfoMixin<InlineLookupsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace lanewise
