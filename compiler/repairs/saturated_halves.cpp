// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a processor has half registers, code generation of LLVM 19 converts a NaN to the least
// integer of 16 bits instead of 0. Float holds every half.
#include "compiler/repairs/saturated_halves.h"

#include "compiler/repairs/repairs.h"

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

llvm::Value* saturatedFrom(llvm::IRBuilderBase& builder, llvm::Value* number) {
  llvm::Type* type = number->getType();
  if (!type->getScalarType()->isHalfTy() || !isRepaired(Repair::SaturatedHalves)) return number;
  return builder.CreateFPExt(number, type->getWithNewType(builder.getFloatTy()));
}

}  // namespace lanewise
