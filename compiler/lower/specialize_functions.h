// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a copy of a function out of line for each list of address spaces with which it is called.
// In OpenCL C 2.0 its parameters are generic: an atomic would need a lock prefix on local memory,
// too.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lanewise {

/// \pre Kernels are inferred. Calls `infer`, which finds address spaces within a function, for each
/// function out of line, when its parameters have theirs. Functions that nothing calls any more are
/// gone.
void specializeFunctions(llvm::Module& module, llvm::function_ref<void(llvm::Function&)> infer);

}  // namespace lanewise
