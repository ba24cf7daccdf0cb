// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang 19 casts addresses of constants to the address space of global variables. Used by
// frontend/prepare_module.cpp.
#include "compiler/repairs/clang_module.h"

#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

constexpr unsigned kGlobalSpace = 1, kConstantSpace = 2;  // of SPIR's address spaces

}  // namespace

// Clang 19 puts the elements of a constexpr array into the address space of constants and casts
// their address to that of global variables, which SPIR-V forbids: a copy of the array stands in
// global memory instead.
void moveConstantArrays(llvm::Module& module) {
  if (!isRepaired(Repair::ConstantArrays)) return;
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() != kConstantSpace || !variable.hasInitializer()) continue;
    llvm::GlobalVariable* copy = nullptr;
    for (llvm::User* user : llvm::make_early_inc_range(variable.users())) {
      auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(user);
      if (!cast || cast->getDestAddressSpace() == kConstantSpace) continue;
      if (!copy) {
        copy = new llvm::GlobalVariable(module, variable.getValueType(), /*isConstant=*/true,
                                        llvm::GlobalValue::InternalLinkage,
                                        variable.getInitializer(), variable.getName() + ".global",
                                        &variable, llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
        copy->setAlignment(variable.getAlign());
      }
      auto* replacement =
          llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(copy, cast->getType());
      cast->replaceAllUsesWith(replacement);
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(cast)) constant->destroyConstant();
    }
    if (copy && variable.use_empty()) variable.eraseFromParent();
  }
}

}  // namespace lanewise
