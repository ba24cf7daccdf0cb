// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mark of kernels that vectors of work-items may run, from prepare-lanes to widen-kernels. The
// passes between leave other functions as they are.
#pragma once

#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/Function.h>

namespace lanewise {

inline bool isPrepared(const llvm::Function& function) {
  return function.hasFnAttribute(kPreparedAttribute);
}

}  // namespace lanewise
