// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every pass of ours with its contract. Requires and ensures speak of the whole module; the order
// is the one of passes.def. A pass that meets what we do not do calls refuse() (diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: no load is non-temporal. Why here: before anything is made of loads.
struct DropLoadHintsPass : llvm::PassInfoMixin<DropLoadHintsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: IR as the translator made it. Ensures: kernels have the attributes of
/// compiler/README.md, their own copies of by-value aggregates, and no caller; all other functions
/// and variables are internal; every function has the one set of attributes of
/// function_attributes.h. Why here: attributes that differ would keep functions from being inlined.
struct LowerFunctionsPass : llvm::PassInfoMixin<LowerFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures, or refuses: kernels call no defined function, and none but kernels is left. Runs on the
/// guest's functions, and in the link stage again, on the device library's small ones.
struct InlineFunctionsPass : llvm::PassInfoMixin<InlineFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: pointers of the generic address space that come from one named space have that type.
/// Why here: after inlining, because OpenCL C 2.0 passes everything as generic.
struct InferGenericPointersPass : llvm::PassInfoMixin<InferGenericPointersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no BuiltIn* call is left; `lanewise.*` calls took their place.
struct LowerBuiltinVariablesPass : llvm::PassInfoMixin<LowerBuiltinVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: kernels say how many work-items their sub-groups have ("lanewise-sub-group-size"; one
/// if they do not). Ensures, or refuses: no instruction of sub_group_instructions.def at the scope
/// of sub-groups is left. Why here: the size is the kernel's, so functions must be inlined.
struct LowerSubGroupsPass : llvm::PassInfoMixin<LowerSubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no OpAtomic* call is left. Atomics on local memory are plain loads and stores.
struct LowerAtomicsPass : llvm::PassInfoMixin<LowerAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: barriers of the work-group are calls of lanewise.barrier, memory barriers fences.
struct LowerBarriersPass : llvm::PassInfoMixin<LowerBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no OpGroupAsyncCopy, OpGroupWaitEvents or prefetch is left.
struct LowerAsyncCopyPass : llvm::PassInfoMixin<LowerAsyncCopyPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: printf is a call through abi::Launch::printf; its function has "lanewise-uses-printf".
struct LowerPrintfPass : llvm::PassInfoMixin<LowerPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures, or refuses: no OpenCL.std call is left, but LLVM's instructions and `lw_*` calls.
struct LowerOpenclStdPass : llvm::PassInfoMixin<LowerOpenclStdPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures, or refuses: no `__spirv_*` call at all is left. Why here: after every other lowering.
struct LowerCoreCallsPass : llvm::PassInfoMixin<LowerCoreCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: division, shifts and conversions have a value for all operands; no frem is left.
struct LowerArithmeticPass : llvm::PassInfoMixin<LowerArithmeticPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: no `__spirv_*` call. Ensures: every pointer is of address space 0 but the names of
/// __local variables, and there is no target("spirv.*") type.
struct FlattenAddressSpacesPass : llvm::PassInfoMixin<FlattenAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: `lw_*` calls. Ensures, or refuses: small ones are defined here, large ones declared
/// for the support archive.
struct LinkBuiltinsPass : llvm::PassInfoMixin<LinkBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
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
/// in lanewise.item_scratch (of "lanewise-scratch-item-bytes"), or once for the group in allocas;
/// the entry block holds the allocas and nothing else; "lanewise-uses-barrier" is 0 or 1. No pass
/// of LLVM's may stand between this pass and work-item-loops: the loops are not yet to be seen. Why
/// here: the kernel must be one function, and optimized, so that little lives across.
struct BarrierRegionsPass : llvm::PassInfoMixin<BarrierRegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: what barrier-regions ensures. Ensures: regions are loops over the work-items of the
/// group, x innermost; no call is left whose value differs between work-items; what the group keeps
/// once is in registers. Why here: the loops make ids plain counters for all that follows.
struct WorkItemLoopsPass : llvm::PassInfoMixin<WorkItemLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: the allocas of a kernel stand in its entry block. Ensures: they take at most 16 KiB;
/// the largest moved to lanewise.scratch, "lanewise-scratch-fixed-bytes" says how much of it;
/// "lanewise-private-bytes" says what a work-item has, here or in its part of the scratch block.
/// Why here: what barrier-regions and work-item-loops keep in allocas has become registers.
struct BoundPrivateMemoryPass : llvm::PassInfoMixin<BoundPrivateMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: kernels are code of a group. Ensures: for each there is an abi::Entry with the symbol
/// of its "lanewise-kernel" and the attributes that README.md lists; the kernel and all lanewise.*
/// calls are gone. Why here: all facts about the kernel are known.
struct KernelEntryPass : llvm::PassInfoMixin<KernelEntryPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: the module is about to become an object. Ensures, or refuses: no function is called
/// that is neither defined nor in the support archive, no instruction that code generation turns
/// into a call of the mathematics library (frem, llvm.exp, ...), no function attribute that relaxes
/// arithmetic. Changes nothing. Why here: what it forbids would end in an undefined symbol or in
/// wrong results of inlined builtins.
struct VerifyKernelPass : llvm::PassInfoMixin<VerifyKernelPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace lanewise
