// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets the metadata of loops that LLVM's unroller reads.
#include "compiler/group/unrolling.h"

#include "compiler/contract/instruction_marks.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {
namespace {

void setProperties(llvm::BranchInst& back, llvm::ArrayRef<llvm::StringRef> names) {
  llvm::LLVMContext& context = back.getContext();
  llvm::SmallVector<llvm::Metadata*, 3> properties = {nullptr};
  for (llvm::StringRef name : names)
    properties.push_back(llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  back.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

constexpr llvm::StringLiteral kForbidden = "llvm.loop.unroll.disable";

}  // namespace

void forbidUnrolling(llvm::BranchInst& back) { setProperties(back, {kForbidden}); }

void markGroupLoop(llvm::BranchInst& back) { setProperties(back, {kForbidden, kGroupLoop}); }

void requestUnrolling(llvm::BranchInst& back) { setProperties(back, {"llvm.loop.unroll.full"}); }

}  // namespace lanewise
