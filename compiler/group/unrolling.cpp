// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets the metadata that LLVM's unroller reads.
#include "compiler/group/unrolling.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {

void forbidUnrolling(llvm::BranchInst& back) {
  llvm::LLVMContext& context = back.getContext();
  auto* disable =
      llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, disable});
  loop->replaceOperandWith(0, loop);
  back.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

}  // namespace lanewise
