// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search from kernels and from initializers of variables, which hold constructors, too.
#include "compiler/frontend/unused_functions.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

class Search {
 public:
  void reach(const llvm::Constant& constant) {
    if (seen_.insert(&constant).second) work_.push_back(&constant);
  }

  void run() {
    while (!work_.empty()) {
      const llvm::Constant* constant = work_.pop_back_val();
      visitOperands(*constant);
      if (const auto* function = llvm::dyn_cast<llvm::Function>(constant))
        for (const llvm::Instruction& instruction : llvm::instructions(*function))
          visitOperands(instruction);
    }
  }

  bool reached(const llvm::Function& function) const { return seen_.contains(&function); }

 private:
  void visitOperands(const llvm::User& user) {
    for (const llvm::Use& operand : user.operands())
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) reach(*constant);
  }

  llvm::DenseSet<const llvm::Constant*> seen_;
  llvm::SmallVector<const llvm::Constant*> work_;
};

}  // namespace

void removeUnusedFunctions(llvm::Module& module) {
  Search search;
  for (const llvm::GlobalVariable& variable : module.globals()) search.reach(variable);
  for (const llvm::GlobalAlias& alias : module.aliases()) search.reach(alias);
  for (const llvm::Function& function : module)
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) search.reach(function);
  search.run();
  llvm::SmallVector<llvm::Function*> unused;
  for (llvm::Function& function : module)
    if (!search.reached(function)) unused.push_back(&function);
  for (llvm::Function* function : unused) function->dropAllReferences();
  for (llvm::Function* function : unused)
    if (function->use_empty()) function->eraseFromParent();
}

}  // namespace lanewise
