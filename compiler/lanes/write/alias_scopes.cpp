// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written lies behind the last instruction of the current block, and in blocks that are
// new.
#include "compiler/lanes/write/alias_scopes.h"

#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

#include <iterator>

namespace lanewise {
namespace {

constexpr unsigned kFacts[] = {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                               llvm::LLVMContext::MD_invariant_load};

void copyFacts(llvm::BasicBlock& block, llvm::BasicBlock::iterator first,
               const llvm::Instruction& from) {
  for (llvm::Instruction& access : llvm::make_range(first, block.end()))
    if (access.mayReadOrWriteMemory()) access.copyMetadata(from, kFacts);
}

}  // namespace

void withAliasScopes(Widening& widening, const llvm::Instruction& instruction,
                     llvm::function_ref<void()> widen) {
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) ||
      llvm::none_of(kFacts, [&](unsigned fact) { return instruction.hasMetadata(fact); }))
    return widen();
  llvm::BasicBlock& block = *widening.builder().GetInsertBlock();
  llvm::BasicBlock& lastBlock = *std::prev(widening.wide().end());
  llvm::Instruction* last = block.empty() ? nullptr : &block.back();
  widen();
  copyFacts(block, last ? std::next(last->getIterator()) : block.begin(), instruction);
  for (llvm::BasicBlock& made :
       llvm::make_range(std::next(lastBlock.getIterator()), widening.wide().end()))
    copyFacts(made, made.begin(), instruction);
}

}  // namespace lanewise
