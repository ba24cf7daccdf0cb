// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For loops of ours around the code of work-items. LLVM does not estimate what their copies cost.
#pragma once

namespace llvm {
class BranchInst;
}  // namespace llvm

namespace lanewise {

/// `back` is the branch of the loop's latch.
void forbidUnrolling(llvm::BranchInst& back);

/// Marks the loop over work-groups, which is not unrolled either (kGroupLoop).
void markGroupLoop(llvm::BranchInst& back);

/// Requests that a loop with a constant number of iterations is unrolled completely.
void requestUnrolling(llvm::BranchInst& back);

}  // namespace lanewise
