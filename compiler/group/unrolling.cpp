// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets the metadata that LLVM's unroller reads.
#include "compiler/group/unrolling.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {
namespace {

void setProperty(llvm::BranchInst& back, llvm::StringRef name) {
  llvm::LLVMContext& context = back.getContext();
  auto* property = llvm::MDNode::get(context, llvm::MDString::get(context, name));
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, property});
  loop->replaceOperandWith(0, loop);
  back.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

}  // namespace

void forbidUnrolling(llvm::BranchInst& back) { setProperty(back, "llvm.loop.unroll.disable"); }

void requestUnrolling(llvm::BranchInst& back) { setProperty(back, "llvm.loop.unroll.full"); }

}  // namespace lanewise
