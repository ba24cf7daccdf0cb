// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accesses of some lanes cost.
#pragma once

namespace llvm {
class Instruction;
class LLVMContext;
class TargetTransformInfo;
}  // namespace llvm

namespace lanewise {

/// Whether the target has registers for masks. Without, a store with a mask may take as long as
/// twenty stores, also if no lane is active.
bool hasMaskRegisters(const llvm::TargetTransformInfo& target, llvm::LLVMContext& context);

/// Whether the target has loads with a mask, of 32-bit elements at least. Without, an access is a
/// loop over lanes, unless all of them are active.
bool hasMaskedLoads(const llvm::TargetTransformInfo& target, llvm::LLVMContext& context);

/// Whether the instruction is a store that takes so long if it becomes one of some lanes. Those to
/// local memory write back what the other lanes have.
bool isSlowWithMask(const llvm::Instruction& instruction, const llvm::TargetTransformInfo& target);

}  // namespace lanewise
