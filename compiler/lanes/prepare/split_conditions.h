// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (y < height && x < width)` becomes two branches, first the one that all lanes of a vector
// take together. Without it the mask of the code inside depends on y. Rows of vectors that run
// together then have masks of their own, and can share no load under a mask.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// \pre The kernel is in the form that prepare.h ensures. It stays in this form.
void splitConditions(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
