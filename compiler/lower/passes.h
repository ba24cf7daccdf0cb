// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of this component, from SPIR-V-friendly IR to scalar kernels, each with its contract.
// `Requires` and `Ensures` are statements about the whole module, in the order of passes.def. A
// pass reports unsupported input with reportUnsupported() (compiler/ir/diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: the fourth element of a vector that is made of one with three elements is zero. Why
/// here: later passes may take any value for an undefined element, and differ between targets.
struct PadVectorsPass : llvm::PassInfoMixin<PadVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: IR as the translator made it. Ensures: kernels have the attributes of
/// compiler/README.md, their own copies of by-value aggregates, and no caller; all other functions
/// and variables are internal; every function has the one set of attributes of
/// function_attributes.h. Why here: attributes that differ would keep functions from being inlined.
struct LowerFunctionsPass : llvm::PassInfoMixin<LowerFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: loads, stores and copies rely on the alignment of a scalar at most (atomics do not
/// exist yet), variables are aligned by abi::kMostVariableAlignment at most, and pointers that are
/// passed promise no alignment. Why here: kernels own what they get by value, and nothing has been
/// concluded from alignments.
struct BoundAlignmentsPass : llvm::PassInfoMixin<BoundAlignmentsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures, or refuses: kernels call no defined function but those out of line (out_of_line.h), and
/// no other function is left. Runs on the program's functions, and in the link stage again, on the
/// device library's small ones.
struct InlineFunctionsPass : llvm::PassInfoMixin<InlineFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no OpAtomic* call is left, but LLVM's atomic instructions. Why here: address spaces of
/// operands of calls are not inferred.
struct LowerAtomicsPass : llvm::PassInfoMixin<LowerAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: pointers of the generic address space that come from one named space have that type.
/// Why here: after inlining, because OpenCL C 2.0 passes everything as generic.
struct InferGenericPointersPass : llvm::PassInfoMixin<InferGenericPointersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: atomics on local memory are marked (compiler/ir/local_atomics.h). Why here: after
/// infer-generic-pointers has found which are.
struct MarkLocalAtomicsPass : llvm::PassInfoMixin<MarkLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no BuiltIn* call is left; `lanewise.*` calls took their place.
struct LowerBuiltinVariablesPass : llvm::PassInfoMixin<LowerBuiltinVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: kernels say how many work-items their sub-groups have ("lanewise-sub-group-size"; one
/// if they do not). Ensures: no instruction of sub_group_instructions.def at the scope of
/// sub-groups is left; calls of sub-groups took their place. Why here: the size is the kernel's, so
/// functions must be inlined.
struct LowerSubGroupsPass : llvm::PassInfoMixin<LowerSubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: instructions that the work-items of a work-group execute together are collective calls.
/// Why here: a function that is called several times has a call for each.
struct LowerWorkGroupFunctionsPass : llvm::PassInfoMixin<LowerWorkGroupFunctionsPass> {
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

/// Ensures: no call of admit/integer_functions.h is left. Why here: lower-arithmetic gives a value
/// to the divisions and shifts that replace them.
struct LowerWideIntegersPass : llvm::PassInfoMixin<LowerWideIntegersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: operations of 128 bits whose results are cut have fewer bits. Why here: functions are
/// inlined, and what cuts a result may be in another one.
struct NarrowWideIntegersPass : llvm::PassInfoMixin<NarrowWideIntegersPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: named barriers are local memory, at which sub-groups count arrivals and yield until the
/// last one has come. Why here: functions are inlined, so that each barrier has memory of its own.
struct LowerNamedBarriersPass : llvm::PassInfoMixin<LowerNamedBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: there is a lanewise.yield on the way back to the start of each loop of a kernel that
/// may wait for other work-items. Why here: kernels are one function, barriers are known, and LLVM
/// has not yet moved an atomic access of local memory out of a loop.
struct InsertYieldsPass : llvm::PassInfoMixin<InsertYieldsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// The module flag by which the driver asks for check-barriers.
inline constexpr llvm::StringLiteral kCheckBarriersFlag = "lanewise-check-barriers";

/// Ensures: a kernel of a module with kCheckBarriersFlag makes the command fail if not all
/// work-items of a work-group reach a barrier or a work-group function. Why here: all barriers are
/// calls of the kernel, and atomics on local memory are known.
struct CheckBarriersPass : llvm::PassInfoMixin<CheckBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: printf is a host call (host_calls.def); its function has "lanewise-uses-host-calls".
struct LowerPrintfPass : llvm::PassInfoMixin<LowerPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures, or refuses: no image instruction is left, but calls of `lw_Image*`.
struct LowerImagesPass : llvm::PassInfoMixin<LowerImagesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no block has both the OpenCL.std sine and the cosine of one value, but sincos. Why
/// here: while an instruction is one call, for vectors too.
struct JoinSinCosPass : llvm::PassInfoMixin<JoinSinCosPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
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

/// Ensures: kernels that know the size of their work-groups do not ask for it. Why here: all other
/// calls for sizes are there, and passes behind unroll loops.
struct KnownSizesPass : llvm::PassInfoMixin<KnownSizesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: accesses say what follows from their address space. Why here: no pass behind it makes
/// accesses of other spaces of them.
struct MarkAddressSpacesPass : llvm::PassInfoMixin<MarkAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: no `__spirv_*` call. Ensures: every pointer is of address space 0 but the names of
/// __local variables, and there is no target("spirv.*") type.
struct FlattenAddressSpacesPass : llvm::PassInfoMixin<FlattenAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Requires: `lw_*` calls. Ensures, or refuses: small ones are defined here, large ones declared
/// for the runtime library.
struct LinkBuiltinsPass : llvm::PassInfoMixin<LinkBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: no block that is empty but for a switch on a phi has a predecessor from which the phi
/// is a constant, but for headers of loops. Why here: the numbers of Clang's scopes are phis.
struct ThreadSwitchesPass : llvm::PassInfoMixin<ThreadSwitchesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: what compares ints that are made of truth values compares the truth values, of up to
/// eight operations. Why here: comparisons of inlined functions are known, and simplifycfg joins
/// conditions.
struct CompareTruthValuesPass : llvm::PassInfoMixin<CompareTruthValuesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: no comparison of floating-point numbers is left whose result follows from the ranges of
/// its operands (compiler/ir/float_range.h). Why here: the tests of small library functions are
/// inlined.
struct FoldComparisonsPass : llvm::PassInfoMixin<FoldComparisonsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise
