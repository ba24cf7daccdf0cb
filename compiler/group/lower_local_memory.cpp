// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-local-memory: assigns offsets to the __local variables of each kernel. A variable of a
// function that is inlined into two kernels has an offset in both.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <cassert>
#include <vector>

namespace lanewise {

/// Requires: `__local` variables are globals in address space 3, used in kernels. Ensures: each
/// kernel reaches those that it uses as lanewise.local_memory plus an offset,
/// "lanewise-local-bytes" says how much they take, the globals are gone. Why here: after inlining,
/// each kernel has only its own, and a variable of a shared function has a place in each kernel.
REQUIRED_MODULE_PASS(LowerLocalMemoryPass);

namespace {

using Variables = llvm::MapVector<llvm::GlobalVariable*, std::vector<llvm::Use*>>;

std::vector<llvm::GlobalVariable*> localVariablesOf(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == kLocalAddressSpace) variables.push_back(&variable);
  return variables;
}

llvm::Align alignmentOf(const llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  return variable.getAlign().value_or(layout.getPrefTypeAlign(variable.getValueType()));
}

// A phi's operand must be available at the end of its incoming block: the entry of the function
// dominates every use.
void replaceUses(llvm::Value& address, llvm::GlobalVariable& variable,
                 llvm::ArrayRef<llvm::Use*> uses, llvm::IRBuilder<>& builder) {
  llvm::Value* inOwnSpace = nullptr;
  for (llvm::Use* use : uses) {
    auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(use->getUser());
    if (cast && cast->getDestAddressSpace() == 0) {
      cast->replaceAllUsesWith(&address);
      // It may stand where the builder inserts.
      if (builder.GetInsertPoint() == cast->getIterator())
        builder.SetInsertPoint(cast->getParent(), std::next(cast->getIterator()));
      cast->eraseFromParent();
      continue;
    }
    if (!inOwnSpace) inOwnSpace = builder.CreateAddrSpaceCast(&address, variable.getType());
    use->set(inOwnSpace);
  }
}

void placeVariables(llvm::Function& kernel, const Variables& variables) {
  std::vector<llvm::GlobalVariable*> order;
  for (const auto& entry : variables) order.push_back(entry.first);
  // Descending alignment leaves no holes.
  llvm::stable_sort(order, [](const llvm::GlobalVariable* a, const llvm::GlobalVariable* b) {
    return alignmentOf(*a) > alignmentOf(*b);
  });
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  llvm::Value* base = emitKernelCall(builder, KernelCall::LocalMemory);
  uint64_t offsetBytes = 0;
  for (llvm::GlobalVariable* variable : order) {
    assert(alignmentOf(*variable).value() <= abi::kMostVariableAlignment &&
           "bound-alignments has run");
    offsetBytes = llvm::alignTo(offsetBytes, alignmentOf(*variable));
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base,
                                                              offsetBytes, variable->getName());
    replaceUses(*address, *variable, variables.find(variable)->second, builder);
    offsetBytes += layout.getTypeAllocSize(variable->getValueType());
  }
  setNumberAttribute(kernel, kLocalBytesAttribute, offsetBytes);
}

}  // namespace

llvm::PreservedAnalyses LowerLocalMemoryPass::run(llvm::Module& module,
                                                  llvm::ModuleAnalysisManager&) {
  const std::vector<llvm::GlobalVariable*> variables = localVariablesOf(module);
  const std::vector<llvm::Constant*> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);

  llvm::MapVector<llvm::Function*, Variables> uses;
  for (llvm::Function* kernel : kernelsOf(module)) {
    setNumberAttribute(*kernel, kLocalBytesAttribute, 0);
    uses[kernel];
  }
  for (llvm::GlobalVariable* variable : variables)
    for (llvm::Use& use : variable->uses()) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      auto found = user ? uses.find(user->getFunction()) : uses.end();
      if (found != uses.end()) found->second[variable].push_back(&use);
    }
  for (auto& [kernel, used] : uses)
    if (!used.empty()) placeVariables(*kernel, used);
  for (llvm::GlobalVariable* variable : variables) {
    if (variable->use_empty()) {
      variable->eraseFromParent();
      continue;
    }
    for (llvm::User* user : variable->users())
      if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        reportUnsupported(*instruction, "local variable '" + variable->getName() +
                                            "' in a function that is no kernel");
  }
  return uses.empty() && variables.empty() ? llvm::PreservedAnalyses::all()
                                           : preservesControlFlow();
}

}  // namespace lanewise
