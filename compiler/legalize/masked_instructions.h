// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the processor has for masked accesses, and accesses made of that: of longer elements, or of
// one register each. For expand-masked-accesses.
#pragma once

#include "compiler/legalize/masked_access.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace lanewise {

class MaskedInstructions {
 public:
  MaskedInstructions(const llvm::Function& function, const llvm::TargetTransformInfo& target);

  /// The access stays as it is.
  bool isFast(const MaskedAccess& access) const;
  /// The type of the access itself if it has an instruction, or of longer elements that have one;
  /// null: there is none.
  llvm::FixedVectorType* typeFor(const MaskedAccess& access) const;
  /// The new access, or the vector that it loaded. `type` is that of typeFor().
  llvm::Value* write(const MaskedAccess& access, llvm::FixedVectorType* type,
                     llvm::Instruction& at) const;

 private:
  bool hasInstruction(const MaskedAccess& access, llvm::FixedVectorType* type) const;
  bool needsParts(llvm::FixedVectorType* type, const llvm::Value* mask) const;
  llvm::Value* writeParts(const MaskedAccess& access, llvm::IRBuilder<>& builder,
                          llvm::Value& vector, const llvm::ShuffleVectorInst& mask) const;

  const llvm::DataLayout& layout_;
  const llvm::TargetTransformInfo& target_;
  const bool hasMaskRegisters_;
  const uint64_t registerBits_;
};

}  // namespace lanewise
