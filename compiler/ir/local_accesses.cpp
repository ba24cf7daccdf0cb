// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the alias scope by its name.
#include "compiler/ir/local_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {

bool isLocalAccess(const llvm::Instruction& access) {
  const llvm::MDNode* scopes = access.getMetadata(llvm::LLVMContext::MD_alias_scope);
  return scopes && llvm::any_of(scopes->operands(), [](const llvm::MDOperand& operand) {
           const auto* scope = llvm::dyn_cast<llvm::MDNode>(operand);
           return scope && scope->getNumOperands() > 2 &&
                  llvm::cast<llvm::MDString>(scope->getOperand(2))->getString() == kLocalScope;
         });
}

}  // namespace lanewise
