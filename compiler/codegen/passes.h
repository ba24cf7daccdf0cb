// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of this component, each with its contract. `Requires` and `Ensures` are statements
// about the whole module, in the order of passes.def. A pass reports unsupported input with
// reportUnsupported() (compiler/ir/diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Ensures: nothing; a function whose vectors are made of components and used by component has
/// numbers instead. Why here: what remains scalar is known.
struct TakeVectorsApartPass : llvm::PassInfoMixin<TakeVectorsApartPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: loops whose iterations wait for each other are not unrolled unless the number of
/// iterations is constant. Why here: LLVM unrolls behind it, and the bodies are as short as they
/// get.
struct KeepWaitingLoopsPass : llvm::PassInfoMixin<KeepWaitingLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: loops whose last block is that of an inner loop have one of their own. Why here: loops
/// over vectors are to be unrolled, and simplifycfg joins such blocks.
struct SeparateLatchesPass : llvm::PassInfoMixin<SeparateLatchesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: nothing; loads of what the same block has stored become shuffles of it. Why here: the
/// loops over the vectors of a group whose size is known are unrolled.
struct ForwardStoredLanesPass : llvm::PassInfoMixin<ForwardStoredLanesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: nothing; stores to memory of a work-group that nothing reads before it ends are gone.
/// Why here: loads of what was stored are shuffles.
struct DropGroupStoresPass : llvm::PassInfoMixin<DropGroupStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: nothing; loops without effect, such as those over the vectors of a region that computes
/// nothing, are gone. Why here: dead stores are gone.
struct DropEmptyLoopsPass : llvm::PassInfoMixin<DropEmptyLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: nothing; several reductions of integers whose results are combined by the same
/// operation become one. Why here: stores of the results of sub-groups to local memory are gone.
struct JoinReductionsPass : llvm::PassInfoMixin<JoinReductionsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: masked loads and stores whose active lanes are known, adjacent and a power of two are
/// loads and stores of these lanes. Why here: loops over the vectors of a group are unrolled, which
/// makes masks constant.
struct NarrowMaskedAccessesPass : llvm::PassInfoMixin<NarrowMaskedAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: nothing; vectors that are loaded for their elements alone are loaded element by
/// element. Why here: no pass behind it joins loads, and scatters have become stores.
struct LoadElementsPass : llvm::PassInfoMixin<LoadElementsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Requires: the device library's scaled() made llvm.ldexp (builtins/math/two_parts.h): the number
/// is near one and the exponent at most twice that of the smallest normal number, or the number is
/// NaN. Ensures: no llvm.ldexp is left. Why here: it was an operation on lanes, and passes behind
/// it remove what the form does not need.
struct ExpandScalingPass : llvm::PassInfoMixin<ExpandScalingPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: no conversion of a vector to integers that saturates (llvm.fptosi.sat, llvm.fptoui.sat)
/// is left. Why here: it was an operation on lanes.
struct ExpandSaturationPass : llvm::PassInfoMixin<ExpandSaturationPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: vectors of at least four integers of at most 32 bits are not divided by vectors that
/// are not constant. Why here: earlier passes know more about divisions of integers.
struct ExpandDivisionsPass : llvm::PassInfoMixin<ExpandDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: no call of lanewise.permute (compiler/ir/permutations.h) is left. Why here: passes on
/// loops would move parts of the code to other blocks, where code generation does not find the
/// instruction for a permutation.
struct ExpandPermutationsPass : llvm::PassInfoMixin<ExpandPermutationsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: vectors of bytes are not divided by constants. Why here: instcombine would make such
/// divisions again.
struct WidenByteDivisionsPass : llvm::PassInfoMixin<WidenByteDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Ensures: no minnum and maxnum of half and no atomic instruction with them is left. Why here:
/// passes of LLVM know the intrinsics, and atomics became plain code where they can.
struct ExpandHalfExtremaPass : llvm::PassInfoMixin<ExpandHalfExtremaPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: no minnum and maxnum of half. Ensures: where the processor has no arithmetic on half,
/// vectors of it have no operation of ir/half_operations.h but conversions, and those only if the
/// processor has them. Why here: instcombine takes arithmetic on extended halves for arithmetic on
/// halves.
struct ExpandHalfVectorsPass : llvm::PassInfoMixin<ExpandHalfVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: masked loads and stores whose mask is not constant are of elements for which the
/// processor has an instruction, or have more than 64 lanes; stores with slow ones are behind
/// tests. Why here: loops over the vectors of a group are shared by rows and unrolled, and passes
/// of LLVM know the intrinsics.
struct ExpandMaskedAccessesPass : llvm::PassInfoMixin<ExpandMaskedAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: gathers and scatters are of values for which the processor has an instruction. Why
/// here: loops over the active lanes would be in the way of passes that work on blocks.
struct ExpandGathersPass : llvm::PassInfoMixin<ExpandGathersPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Ensures: nothing; marked accesses (compiler/ir/small_objects.h) have their addresses from others
/// in front, if the distance is constant or the same in all iterations, and addresses that extend a
/// 32-bit index in each iteration of a loop grow by a number of bytes instead. Why here: what is
/// the same in all iterations is in front of the loop.
struct WidenIndicesPass : llvm::PassInfoMixin<WidenIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: on processors without mask registers, masks that several blocks use, and operations on
/// others than comparisons, are integers as wide as what they select, if those fit in two
/// registers. Why here: passes of LLVM know masks.
struct WidenMasksPass : llvm::PassInfoMixin<WidenMasksPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Ensures: no call of a function that stands for inline assembly (compiler/ir/assembly_calls.h) is
/// left. Why here: no pass behind it moves or copies code.
struct RestoreAssemblyPass : llvm::PassInfoMixin<RestoreAssemblyPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Requires: the module is about to become an object. Ensures, or refuses: no function is called
/// that is neither defined nor in the runtime library, no instruction that code generation turns
/// into a call of the mathematics library (frem, llvm.exp, ...), no function attribute that relaxes
/// arithmetic. Changes nothing. Why here: what it forbids would end in an undefined symbol or in
/// wrong results of inlined builtins.
struct VerifyKernelPass : llvm::PassInfoMixin<VerifyKernelPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace lanewise
