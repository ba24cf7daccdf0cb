// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of this component, from scalar kernels to functions that run work-groups, each with
// its contract. `Requires` and `Ensures` are statements about the whole module, in the order of
// passes.def. A pass reports unsupported input with reportUnsupported()
// (compiler/ir/diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: no collective call of a work-group is left, but accesses of variables of the group
/// (group_variables.h) and barriers. Why here: a work-item became a vector of them, and barriers
/// are not expanded yet.
struct ExpandCollectivesPass : llvm::PassInfoMixin<ExpandCollectivesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: nothing; loops that read a row of memory in each iteration have a barrier at their
/// start. Why here: the loops are those of vectors, and atomics are not loads and stores yet.
struct ExchangeLoopsPass : llvm::PassInfoMixin<ExchangeLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: atomics on local memory (local_atomics.h) are unordered loads and stores. Why here:
/// from now on the work-items of a group run one after another, or in one vector whose atomics run
/// lane by lane.
struct LowerLocalAtomicsPass : llvm::PassInfoMixin<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: `__local` variables are globals in address space 3, used in kernels. Ensures: each
/// kernel reaches those that it uses as lanewise.local_memory plus an offset,
/// "lanewise-local-bytes" says how much they take, the globals are gone. Why here: after inlining,
/// each kernel has only its own, and a variable of a shared function has a place in each kernel.
struct LowerLocalMemoryPass : llvm::PassInfoMixin<LowerLocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: one function a kernel, with lanewise.barrier anywhere in it. Ensures: no barrier is
/// left; the kernel is code of the group in which lanewise.region_begin and lanewise.region_end
/// enclose what runs for each work-item; values and private variables that live across barriers are
/// in lanewise.item_spill (of "lanewise-spill-item-bytes"), or once for the group in allocas;
/// the entry block holds the allocas and nothing else; "lanewise-uses-barrier" is 0 or 1. No pass
/// of LLVM's may stand between this pass and work-item-loops: the loops are not yet to be seen. Why
/// here: the kernel must be one function, and optimized, so that little lives across.
struct BarrierRegionsPass : llvm::PassInfoMixin<BarrierRegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: what barrier-regions ensures. Ensures: regions are loops over the work-items of the
/// group, x innermost; no call is left whose value differs between work-items; what the group keeps
/// once is in registers, except in kernels with marks (region_marks.h). Why here: the loops make
/// ids plain counters for all that follows.
struct WorkItemLoopsPass : llvm::PassInfoMixin<WorkItemLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: the allocas of a kernel stand in its entry block. Ensures: those that need memory take
/// at most 16 KiB;
/// the largest moved to lanewise.spill_area, "lanewise-spill-fixed-bytes" says how much of it;
/// "lanewise-private-bytes" says what a work-item has, here or in its part of the spill area.
/// Why here: what barrier-regions and work-item-loops keep in allocas has become registers.
struct BoundPrivateMemoryPass : llvm::PassInfoMixin<BoundPrivateMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: marks (region_marks.h) in kernels of many regions. Ensures: each region of these
/// kernels is a function, and its variables are in registers. Why here: regions are loops, and
/// calls still name the sizes of the group.
struct RegionFunctionsPass : llvm::PassInfoMixin<RegionFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: kernels are code of a group. Ensures: for each there is an abi::Entry with the symbol
/// of its "lanewise-kernel" and the attributes that README.md lists; the kernel and all lanewise.*
/// calls are gone. Why here: all metadata about the kernel are known.
struct KernelEntryPass : llvm::PassInfoMixin<KernelEntryPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace lanewise
