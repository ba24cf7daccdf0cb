// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// restore-assembly: calls of functions that stand for inline assembly become inline assembly. Each
// has a number as !srcloc, by which assembly_errors.cpp finds it.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/pass.h"

#include "compiler/contract/assembly_calls.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/target/target.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace lanewise {

/// Ensures: no call of a function that stands for inline assembly
/// (compiler/contract/assembly_calls.h) is left. Why here: no pass behind it moves or copies code.
REQUIRED_MODULE_PASS(RestoreAssemblyPass);

namespace {

llvm::StringRef textOf(const llvm::Function& function, llvm::StringRef attribute) {
  return function.getFnAttribute(attribute).getValueAsString();
}

std::string constraintsOf(const llvm::Function& function) {
  std::string constraints = textOf(function, kAssemblyConstraints).str();
  const llvm::StringRef clobbers = assemblyClobbers(*function.getParent());
  if (!constraints.empty() && !clobbers.empty()) constraints += ",";
  return constraints + clobbers.str();
}

llvm::Type* memoryType(llvm::LLVMContext& context, unsigned bytes) {
  if (bytes <= 8 && llvm::isPowerOf2_32(bytes)) return llvm::Type::getIntNTy(context, 8 * bytes);
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context), bytes);
}

void addMemoryTypes(llvm::CallInst& call, const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args()) {
    const llvm::Attribute size =
        function.getAttributes().getParamAttr(argument.getArgNo(), kAssemblyOperandBytes);
    unsigned bytes = 0;
    if (!size.isValid() || size.getValueAsString().getAsInteger(10, bytes)) continue;
    llvm::LLVMContext& context = call.getContext();
    call.addParamAttr(
        argument.getArgNo(),
        llvm::Attribute::get(context, llvm::Attribute::ElementType, memoryType(context, bytes)));
  }
}

void replace(llvm::CallInst& call, const llvm::Function& function, llvm::InlineAsm& assembly,
             uint64_t number) {
  auto* restored = llvm::CallInst::Create(&assembly, llvm::SmallVector<llvm::Value*>(call.args()),
                                          "", call.getIterator());
  if (function.getMemoryEffects() != llvm::MemoryEffects::unknown())
    restored->setMemoryEffects(function.getMemoryEffects());
  restored->setDoesNotThrow();
  if (function.willReturn()) restored->addFnAttr(llvm::Attribute::WillReturn);
  addMemoryTypes(*restored, function);
  restored->setDebugLoc(call.getDebugLoc());
  llvm::LLVMContext& context = call.getContext();
  restored->setMetadata(
      "srcloc", llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                               llvm::Type::getInt64Ty(context), number))));
  restored->takeName(&call);
  call.replaceAllUsesWith(restored);
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses RestoreAssemblyPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  uint64_t number = 0;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.hasFnAttribute(kAssemblyText)) continue;
    const std::string constraints = constraintsOf(function);
    std::string problem;
    llvm::handleAllErrors(llvm::InlineAsm::verify(function.getFunctionType(), constraints),
                          [&](const llvm::ErrorInfoBase& error) { problem = error.message(); });
    llvm::InlineAsm* assembly =
        problem.empty()
            ? llvm::InlineAsm::get(function.getFunctionType(), textOf(function, kAssemblyText),
                                   constraints, function.hasFnAttribute(kAssemblySideEffects),
                                   function.hasFnAttribute(kAssemblyAlignsStack))
            : nullptr;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != &function) continue;
      if (!assembly) {
        reportInvalidInput(*call, "inline assembly: " + llvm::Twine(problem));
        return preservesControlFlow();
      }
      replace(*call, function, *assembly, ++number);
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return number ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
