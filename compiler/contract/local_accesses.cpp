// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the alias scope by its name. An access that LLVM has made of two has the scopes of
// both.
#include "compiler/contract/local_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace lanewise {

bool isLocalAccess(const llvm::Instruction& access) {
  const llvm::MDNode* list = access.getMetadata(llvm::LLVMContext::MD_alias_scope);
  if (!list) return false;
  llvm::SmallVector<const llvm::MDNode*, 4> scopes;
  for (const llvm::MDOperand& operand : list->operands())
    if (const auto* scope = llvm::dyn_cast<llvm::MDNode>(operand)) scopes.push_back(scope);
  const auto local = llvm::find_if(scopes, [](const llvm::MDNode* scope) {
    return scope->getNumOperands() > 2 &&
           llvm::cast<llvm::MDString>(scope->getOperand(2))->getString() == kLocalScope;
  });
  if (local == scopes.end()) return false;
  const auto domainOf = [](const llvm::MDNode* scope) {
    return llvm::AliasScopeNode(scope).getDomain();
  };
  return llvm::all_of(scopes, [&](const llvm::MDNode* scope) {
    return scope == *local || domainOf(scope) != domainOf(*local);
  });
}

}  // namespace lanewise
