// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A union of the functions along the uses of each.
#include "compiler/codegen/function_groups.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

bool isDefined(const llvm::Function& function) { return !function.isDeclaration(); }

// Such as llvm.global_ctors.
bool isList(const llvm::GlobalVariable& variable) { return variable.hasAppendingLinkage(); }

}  // namespace

bool addUsers(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Function*>& users) {
  llvm::SmallVector<const llvm::Value*> waiting = {&value};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  while (!waiting.empty())
    for (const llvm::User* user : waiting.pop_back_val()->users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        users.insert(instruction->getFunction());
      else if (llvm::isa<llvm::Function>(user) ||
               (llvm::isa<llvm::GlobalValue>(user) && llvm::isa<llvm::Function>(value)))
        return false;
      else if (seen.insert(user).second)
        waiting.push_back(user);
    }
  return true;
}

std::optional<std::vector<FunctionGroup>> groupsOf(const llvm::Module& module) {
  llvm::EquivalenceClasses<const llvm::Function*> related;
  for (const llvm::Function& function : llvm::make_filter_range(module, isDefined)) {
    related.insert(&function);
    llvm::SmallPtrSet<const llvm::Function*, 8> users;
    if (function.getName().empty() || !addUsers(function, users)) return std::nullopt;
    for (const llvm::Function* user : users) related.unionSets(&function, user);
  }
  llvm::DenseMap<const llvm::Function*, size_t> places;
  std::vector<FunctionGroup> groups;
  for (const llvm::Function& function : llvm::make_filter_range(module, isDefined)) {
    const auto [place, isNew] =
        places.try_emplace(related.getLeaderValue(&function), groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].push_back(&function);
  }
  return groups;
}

size_t sizeOf(const FunctionGroup& group) {
  size_t instructions = 0;
  for (const llvm::Function* function : group) instructions += function->getInstructionCount();
  return instructions;
}

bool isDivisible(const llvm::Module& module) {
  return module.debug_compile_units().empty() && module.alias_empty() && module.ifunc_empty() &&
         llvm::none_of(module.globals(), isList);
}

}  // namespace lanewise
