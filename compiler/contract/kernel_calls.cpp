// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-ups in the table of kernel calls.
#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

enum class ResultType { I64, I32, I1, Pointer, Void };
enum class Parameter { None, Dimension, Condition };

struct Row {
  const char* name;
  ResultType type;
  Parameter parameter;
  CallScope scope;
};

constexpr Row kRows[] = {
#define LANEWISE_CALL(id, name, type, parameter, scope, meaning) \
  {name, ResultType::type, Parameter::parameter, CallScope::scope},
#include "compiler/contract/kernel_calls.def"
};

const Row& rowOf(KernelCall call) { return kRows[static_cast<size_t>(call)]; }

llvm::Type* typeOf(ResultType type, llvm::LLVMContext& context) {
  switch (type) {
    case ResultType::I64: return llvm::Type::getInt64Ty(context);
    case ResultType::I32: return llvm::Type::getInt32Ty(context);
    case ResultType::I1: return llvm::Type::getInt1Ty(context);
    case ResultType::Pointer: return llvm::PointerType::get(context, 0);
    case ResultType::Void: return llvm::Type::getVoidTy(context);
  }
  llvm_unreachable("every type has its case");
}

llvm::Function* declare(llvm::Module& module, const Row& row) {
  if (llvm::Function* existing = module.getFunction(row.name)) return existing;
  llvm::LLVMContext& context = module.getContext();
  llvm::SmallVector<llvm::Type*, 1> parameters;
  if (row.parameter == Parameter::Dimension)
    parameters.push_back(llvm::Type::getInt32Ty(context));
  else if (row.parameter == Parameter::Condition)
    parameters.push_back(llvm::Type::getInt1Ty(context));
  auto* type = llvm::FunctionType::get(typeOf(row.type, context), parameters, false);
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, row.name, module);
  function->setDoesNotThrow();
  if (row.type == ResultType::Void || row.parameter == Parameter::Condition)
    function->setConvergent();
  if (row.type == ResultType::Void) return function;
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  if (row.parameter != Parameter::Condition) function->setSpeculatable();
  return function;
}

}  // namespace

std::optional<KernelCall> kernelCallOf(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->getName().starts_with("lanewise.")) return std::nullopt;
  return llvm::StringSwitch<std::optional<KernelCall>>(callee->getName())
#define LANEWISE_CALL(id, name, type, parameter, scope, meaning) .Case(name, KernelCall::id)
#include "compiler/contract/kernel_calls.def"
      .Default(std::nullopt);
}

bool hasKernelCall(const llvm::Function& kernel, KernelCall call) {
  return llvm::any_of(llvm::instructions(kernel), [&](const llvm::Instruction& instruction) {
    return kernelCallOf(instruction) == call;
  });
}

llvm::StringRef nameOf(KernelCall call) { return rowOf(call).name; }

CallScope scopeOf(KernelCall call) { return rowOf(call).scope; }

bool takesDimension(KernelCall call) { return rowOf(call).parameter == Parameter::Dimension; }

unsigned dimensionOf(const llvm::CallInst& call) {
  if (call.arg_size() == 0) return 0;
  const auto* dim = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (!dim) return 0;
  return static_cast<unsigned>(dim->getLimitedValue(2));
}

llvm::CallInst* emitKernelCall(llvm::IRBuilderBase& builder, KernelCall call, unsigned dim) {
  const Row& row = rowOf(call);
  llvm::Function* callee = declare(*builder.GetInsertBlock()->getModule(), row);
  if (row.parameter == Parameter::None) return builder.CreateCall(callee);
  return builder.CreateCall(callee, {builder.getInt32(dim)});
}

llvm::CallInst* emitAllLanes(llvm::IRBuilderBase& builder, llvm::Value* condition) {
  llvm::Function* callee =
      declare(*builder.GetInsertBlock()->getModule(), rowOf(KernelCall::AllLanes));
  return builder.CreateCall(callee, {condition});
}

}  // namespace lanewise
