// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (a > b) { values[i] = b; values[j] = a; }`, where a and b were read from there before, stores
// in either case what is or becomes the contents: selects instead of a branch, and of masks in
// vectors. This is for local memory, which kernels may write everywhere, in work-groups of one row,
// and where no two lanes store to one address: otherwise a lane would undo what another one stored.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// \pre The kernel is in the form that prepare.h ensures. It stays in this form.
void selectLocalStores(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
