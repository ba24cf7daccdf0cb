// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many exits of a divergent loop become one. Where lanes leave a loop in different iterations, each
// exit has a mask, and each value that is used behind it has a vector, from the first iteration to
// the last. Instead, the united exit has a number that names the exit of each lane, and exits share
// vectors for their values, because each lane takes one exit. Behind the loop a tree of branches
// leads to the blocks of the exits.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// \pre The kernel is in the form that prepare.h ensures. It stays in this form.
void uniteExits(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
