// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mark-unwritten: for builds with kCheckUninitializedFlag. Where the life of a private variable
// begins it gets the contents of a variable that nobody writes, so that what is read of it before
// it is written stays a load of that, and does not become just any value.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/unwritten.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/lifetime_starts.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>

namespace lanewise {

/// Ensures: each private variable of the program begins as a copy of kUnwrittenVariable. Why here:
/// later passes take any value for what nothing has written.
MODULE_PASS(MarkUnwrittenPass);

llvm::PreservedAnalyses MarkUnwrittenPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckUninitializedFlag)) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<std::pair<llvm::AllocaInst*, llvm::Instruction*>> marks;
  uint64_t most = 1;
  for (llvm::Function& function : module)
    for (const auto& [variable, places] : lifetimeStartsOf(function)) {
      const auto size = variable->getAllocationSize(module.getDataLayout());
      if (!size || size->isZero()) continue;
      most = std::max<uint64_t>(most, size->getFixedValue());
      for (llvm::Instruction* place : places) marks.emplace_back(variable, place);
    }
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), most);
  auto* unwritten = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
      llvm::Constant::getNullValue(type), kUnwrittenVariable);
  unwritten->setAlignment(llvm::Align(128));
  unwritten->addAttribute(kOwnMemory);
  for (const auto& [variable, place] : marks) {
    llvm::IRBuilder<> builder(place->getNextNode());
    builder.CreateMemCpy(variable, variable->getAlign(), unwritten, unwritten->getAlign(),
                         variable->getAllocationSize(module.getDataLayout())->getFixedValue());
  }
  return preservesControlFlow();
}

}  // namespace lanewise
