// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pieces of random kernels that are independent of their statements.
#include "tests/reference/random_code.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/function_attributes.h"
#include "compiler/contract/kernel_attributes.h"

namespace lanewise::fuzz {

void RandomCode::createFunction(llvm::ArrayRef<llvm::Type*> parameters, llvm::StringRef places,
                                unsigned mayBeNoAlias) {
  auto* type = llvm::FunctionType::get(builder_.getVoidTy(), parameters, false);
  kernel_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "kernel", module_);
  stampAttributes(*kernel_);
  kernel_->addFnAttr(kKernelAttribute, "kernel_entry");
  kernel_->addFnAttr(kArgumentsAttribute, places);
  if (chance(50))
    for (unsigned i = 0; i < mayBeNoAlias; ++i) kernel_->addParamAttr(i, llvm::Attribute::NoAlias);
  builder_.SetInsertPoint(newBlock("entry"));
}

llvm::Constant* RandomCode::localVariable(unsigned words, llvm::Align align) {
  auto* type = llvm::ArrayType::get(builder_.getInt32Ty(), words);
  auto* variable = new llvm::GlobalVariable(
      module_, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type), "tile",
      nullptr, llvm::GlobalValue::NotThreadLocal, kLocalAddressSpace);
  variable->setAlignment(align);
  return llvm::ConstantExpr::getAddrSpaceCast(variable, builder_.getPtrTy());
}

void RandomCode::spendFuel(llvm::AllocaInst* fuel, BasicBlock* exit) {
  Value* left = builder_.CreateSub(load(fuel), i32(1));
  builder_.CreateStore(left, fuel);
  auto* more = newBlock("more");
  builder_.CreateCondBr(builder_.CreateICmpSLT(left, i32(0)), exit, more);
  builder_.SetInsertPoint(more);
}

void RandomCode::branchTo(llvm::function_ref<BasicBlock*()> target,
                          llvm::function_ref<Value*()> condition,
                          llvm::function_ref<Value*()> number) {
  if (chance(60)) {
    Value* which = condition();
    BasicBlock* first = target();
    builder_.CreateCondBr(which, first, target());
    return;
  }
  Value* which = builder_.CreateURem(number(), i32(4));
  auto* branches = builder_.CreateSwitch(which, target());
  for (unsigned i = 0, count = pick(4); i < count; ++i)
    branches->addCase(builder_.getInt32(i), target());
}

}  // namespace lanewise::fuzz
