// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along which dimension of the range the work-items of a vector are adjacent. Where a kernel
// indexes memory as array[x * width + y], vectors along y access adjacent elements, and vectors
// along x gather and scatter. Called by widen_kernels.cpp.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

/// Exchanges x and another dimension in a kernel that does not observe its work-groups, if vectors
/// along that dimension cost much less. Returns the dimension, which the host must exchange, too
/// (KernelMetadata::laneDimension); 0: the kernel is as it was. A kernel for launches of one kind
/// gets the dimension that its code for all launches has.
/// \pre prepareForLanes() has run.
unsigned chooseLaneDimension(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// In the kernel's calls. To do so again reverses it.
void exchangeWithX(llvm::Function& kernel, unsigned dimension);

}  // namespace lanewise
