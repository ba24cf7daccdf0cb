// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long the code of a kernel will be.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class BasicBlock;
class Function;
class TargetTransformInfo;
}  // namespace llvm

namespace lanewise {

/// The vectors of work-items that run code.
enum class CodeFor { FullVectors, AllVectors };

/// Instructions of the processor, roughly: three quarters to twice as many as there will be.
double estimatedInstructions(llvm::ArrayRef<llvm::BasicBlock*> blocks, CodeFor vectors,
                             const llvm::TargetTransformInfo& target);
/// The instructions of a function's code for all vectors.
double estimatedInstructions(llvm::Function& function, const llvm::TargetTransformInfo& target);

}  // namespace lanewise
