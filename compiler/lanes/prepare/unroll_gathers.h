// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (k = 0; k < n; ++k) s += a[id * n + k]`: each lane walks through a row of its own, and a
// gather in each iteration takes one element of each row. Such loops are unrolled, so that
// join_accesses.h finds adjacent elements: each lane then loads several at once. That takes fewer
// accesses, and each cache line is read in few of them, before lines of other rows replace it.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// \pre The kernel is in the form that prepare.h ensures. It stays in this form.
void unrollGathers(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
