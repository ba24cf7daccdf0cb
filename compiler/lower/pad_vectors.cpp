// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad-vectors: Clang stores a vector of 3 elements as one of 4, of which the last is undefined. It
// becomes zero: otherwise a store would leave in memory what a register happened to contain.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: the fourth element of a vector that is made of one with three elements is zero. Why
/// here: later passes may take any value for an undefined element, and differ between targets.
MODULE_PASS(PadVectorsPass);

namespace {

bool padShuffle(llvm::ShuffleVectorInst& shuffle) {
  const llvm::ArrayRef<int> mask = shuffle.getShuffleMask();
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  if (!type || type->getNumElements() != 3 ||
      mask != llvm::ArrayRef({0, 1, 2, llvm::PoisonMaskElem}))
    return false;
  shuffle.setOperand(1, llvm::Constant::getNullValue(type));
  shuffle.setShuffleMask({0, 1, 2, 3});
  return true;
}

bool padStore(llvm::StoreInst& store) {
  auto* value = llvm::dyn_cast<llvm::ConstantVector>(store.getValueOperand());
  if (!value || value->getNumOperands() != 4) return false;
  if (!llvm::isa<llvm::UndefValue>(value->getOperand(3))) return false;
  llvm::SmallVector<llvm::Constant*, 4> elements;
  for (llvm::Use& element : value->operands())
    elements.push_back(llvm::cast<llvm::Constant>(element));
  elements[3] = llvm::Constant::getNullValue(elements[3]->getType());
  store.setOperand(0, llvm::ConstantVector::get(elements));
  return true;
}

}  // namespace

llvm::PreservedAnalyses PadVectorsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
        changed |= padShuffle(*shuffle);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) changed |= padStore(*store);
    }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
