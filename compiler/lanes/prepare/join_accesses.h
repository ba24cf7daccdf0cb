// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads or stores of adjacent elements by one work-item become one of an OpenCL vector: the real
// and the imaginary part of a complex number, the members of a structure. Compilers that write
// SPIR-V take vectors apart that way. For scattered addresses one gather replaces several, for
// structures side by side one access replaces several that skip the other members. Elements that
// are adjacent between work-items as well, as the neighbours of a stencil, stay as they are.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// \pre The kernel is in the form that prepare.h ensures. It stays in this form.
void joinAccesses(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace lanewise
