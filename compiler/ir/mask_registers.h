// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stores of some lanes cost.
#pragma once

namespace llvm {
class LLVMContext;
class TargetTransformInfo;
}  // namespace llvm

namespace lanewise {

/// Whether the target has registers for masks. Without, a store with a mask may take as long as
/// twenty stores, also if no lane is active.
bool hasMaskRegisters(const llvm::TargetTransformInfo& target, llvm::LLVMContext& context);

}  // namespace lanewise
