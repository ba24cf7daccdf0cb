// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row of named metadata for each function: its subprogram, which copies of the function share,
// line and column.
#include "compiler/contract/function_places.h"

#include "compiler/contract/instruction_marks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise {

void noteFunctionPlace(llvm::Function& function, unsigned line, unsigned column) {
  llvm::LLVMContext& context = function.getContext();
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  function.getParent()
      ->getOrInsertNamedMetadata(kFunctionPlaces)
      ->addOperand(
          llvm::MDNode::get(context, {function.getSubprogram(), number(line), number(column)}));
}

SourcePlace placeOf(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram || !subprogram->getLine()) return {};
  SourcePlace place{subprogram->getFilename().str(), subprogram->getLine(), 0};
  const llvm::NamedMDNode* rows = function.getParent()->getNamedMetadata(kFunctionPlaces);
  if (!rows) return place;
  for (const llvm::MDNode* row : rows->operands()) {
    if (row->getOperand(0) != subprogram) continue;
    const auto number = [&](unsigned i) {
      return unsigned(
          llvm::mdconst::extract<llvm::ConstantInt>(row->getOperand(i))->getZExtValue());
    };
    place.line = number(1);
    place.column = number(2);
  }
  return place;
}

}  // namespace lanewise
