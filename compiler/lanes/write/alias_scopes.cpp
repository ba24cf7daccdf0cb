// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written lies behind the last instruction of the current block, and in blocks that are
// new.
#include "compiler/lanes/write/alias_scopes.h"

#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

#include <iterator>

namespace lanewise {
namespace {

constexpr unsigned kScopes[] = {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias};

void copyScopes(llvm::BasicBlock& block, llvm::BasicBlock::iterator first,
                const llvm::Instruction& from) {
  for (llvm::Instruction& access : llvm::make_range(first, block.end()))
    if (access.mayReadOrWriteMemory()) access.copyMetadata(from, kScopes);
}

}  // namespace

void withAliasScopes(Widening& widening, const llvm::Instruction& instruction,
                     llvm::function_ref<void()> widen) {
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) ||
      (!instruction.hasMetadata(kScopes[0]) && !instruction.hasMetadata(kScopes[1])))
    return widen();
  llvm::BasicBlock& block = *widening.builder().GetInsertBlock();
  llvm::BasicBlock& lastBlock = *std::prev(widening.wide().end());
  llvm::Instruction* last = block.empty() ? nullptr : &block.back();
  widen();
  copyScopes(block, last ? std::next(last->getIterator()) : block.begin(), instruction);
  for (llvm::BasicBlock& made :
       llvm::make_range(std::next(lastBlock.getIterator()), widening.wide().end()))
    copyScopes(made, made.begin(), instruction);
}

}  // namespace lanewise
