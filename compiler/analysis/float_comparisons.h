// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds of comparisons of floating-point numbers.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise {

/// Whether it asks which number is greater: not for equality, nor for NaN.
inline bool ordersNumbers(const llvm::FCmpInst& comparison) {
  return comparison.isRelational() && comparison.getPredicate() != llvm::FCmpInst::FCMP_ORD &&
         comparison.getPredicate() != llvm::FCmpInst::FCMP_UNO;
}

}  // namespace lanewise
