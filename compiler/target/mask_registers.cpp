// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where masks are numbers in vector registers, there is no mask for bytes.
#include "compiler/target/mask_registers.h"

#include "compiler/contract/local_accesses.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

bool hasMaskRegisters(const llvm::TargetTransformInfo& target, llvm::LLVMContext& context) {
  constexpr unsigned kBytes = 16;  // of the smallest vector register
  llvm::Type* bytes = llvm::FixedVectorType::get(llvm::Type::getInt8Ty(context), kBytes);
  return target.isLegalMaskedStore(bytes, llvm::Align(1));
}

bool hasMaskedLoads(const llvm::TargetTransformInfo& target, llvm::LLVMContext& context) {
  constexpr unsigned kWords = 4;  // of the smallest vector register
  llvm::Type* words = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), kWords);
  return target.isLegalMaskedLoad(words, llvm::Align(4));
}

bool isSlowWithMask(const llvm::Instruction& instruction, const llvm::TargetTransformInfo& target) {
  return llvm::isa<llvm::StoreInst>(instruction) && !isLocalAccess(instruction) &&
         !hasMaskRegisters(target, instruction.getContext());
}

}  // namespace lanewise
