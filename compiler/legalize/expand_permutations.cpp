// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-permutations: LLVM's code generation finds the instruction for a permutation where a block
// takes all elements out of the numbers and out of the vector, and puts them together. Passes on
// loops would move the first step, if the numbers do not change, and spoil the form. A vector whose
// elements are the same stays as it is.
//
// Numbers of 8 and 16 bits were larger before. Code generation would take each out of what they
// were, in several registers, and not find the instruction, or fail. A fence of floating-point
// arithmetic, which is no instruction, keeps them together.
#include "compiler/contract/pass.h"
#include "compiler/contract/permutations.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise {

/// Ensures: no call of lanewise.permute (compiler/contract/permutations.h) is left. Why here:
/// passes on loops would move parts of the code to other blocks, where code generation does not
/// find the instruction for a permutation.
REQUIRED_MODULE_PASS(ExpandPermutationsPass);

namespace {

constexpr unsigned kIndexBits = 32, kLeastRegisterBits = 128;

llvm::Value* keptTogether(llvm::IRBuilder<>& builder, llvm::Value* numbers) {
  llvm::Type* type = numbers->getType();
  const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (type->getScalarSizeInBits() >= kIndexBits || bits < kLeastRegisterBits ||
      bits > vectorRegisterBits(*builder.GetInsertBlock()->getModule()))
    return numbers;
  auto* reals = llvm::FixedVectorType::get(builder.getDoubleTy(), bits / 64);
  llvm::Value* fence = builder.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {reals},
                                               {builder.CreateBitCast(numbers, reals)});
  return builder.CreateBitCast(fence, type);
}

llvm::Value* expanded(llvm::CallInst& permutation) {
  llvm::IRBuilder<> builder(&permutation);
  llvm::Value* vector = permutation.getArgOperand(0);
  if (llvm::isSplatValue(vector)) return vector;
  llvm::Value* from = keptTogether(builder, permutation.getArgOperand(1));
  const unsigned count = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  llvm::Value* result = llvm::PoisonValue::get(vector->getType());
  for (uint64_t i = 0; i < count; ++i)
    result = builder.CreateInsertElement(
        result, builder.CreateExtractElement(vector, builder.CreateExtractElement(from, i)), i);
  return result;
}

}  // namespace

llvm::PreservedAnalyses ExpandPermutationsPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (llvm::CallInst* permutation = permutationOf(instruction)) {
        permutation->replaceAllUsesWith(expanded(*permutation));
        permutation->eraseFromParent();
        changed = true;
      }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
