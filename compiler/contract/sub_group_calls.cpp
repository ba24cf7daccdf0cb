// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-ups in the table of sub-group calls. The functions are declared once per type of the value.
#include "compiler/contract/sub_group_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>

#include <string>

namespace lanewise {
namespace {

enum class Result { Same, Differs, Nothing };
struct CallRow {
  llvm::StringLiteral name;
  Result result;
};
constexpr CallRow kCalls[] = {
#define SUB_GROUP_CALL(id, name, result) {name, Result::result},
#include "compiler/contract/sub_group_calls.def"
};

const CallRow& rowOf(SubGroupCall call) { return kCalls[static_cast<size_t>(call)]; }

// v4f32, i8
std::string textOf(llvm::Type* type) {
  std::string text;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    text = "v" + std::to_string(vector->getNumElements());
  const llvm::Type* scalar = type->getScalarType();
  return text + (scalar->isFloatingPointTy() ? "f" : "i") +
         std::to_string(scalar->getScalarSizeInBits());
}

std::string textOf(const SubGroupCallName& name, llvm::Type* type,
                   llvm::ArrayRef<llvm::Value*> operands) {
  std::string text = rowOf(name.call).name.str();
  if (name.operation) text += ("." + nameOf(*name.operation)).str();
  if (!type->isVoidTy()) text += "." + textOf(type);
  for (const llvm::Value* operand : operands)
    if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(operand->getType()))
      text += ".p" + std::to_string(pointer->getAddressSpace());
  return text;
}

llvm::Type* resultType(SubGroupCall call, llvm::Type* type) {
  llvm::LLVMContext& context = type->getContext();
  const bool isMask = call == SubGroupCall::Ballot;
  if (call == SubGroupCall::LocalId || (isMask && type->isVoidTy()))
    return llvm::Type::getInt32Ty(context);
  if (isMask) return type;
  return rowOf(call).result == Result::Nothing ? llvm::Type::getVoidTy(context) : type;
}

// A call must not move to where other work-items execute it.
void describe(llvm::Function& function, SubGroupCall call) {
  function.setDoesNotThrow();
  if (call == SubGroupCall::LocalId) {
    function.setDoesNotAccessMemory();
    function.setWillReturn();
    function.setSpeculatable();
    return;
  }
  function.setConvergent();
  function.addFnAttr(llvm::Attribute::NoMerge);
  if (call == SubGroupCall::Barrier) return;
  function.setWillReturn();
  // Texels are memory that kernels reach by calls only (lower_images.cpp).
  const auto texels = [](llvm::ModRefInfo access) {
    return llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref) |
           llvm::MemoryEffects::inaccessibleMemOnly(access);
  };
  if (call == SubGroupCall::BlockRead)
    function.setOnlyReadsMemory();
  else if (call == SubGroupCall::ImageBlockRead)
    function.setMemoryEffects(texels(llvm::ModRefInfo::Ref));
  else if (call == SubGroupCall::ImageBlockWrite)
    function.setMemoryEffects(texels(llvm::ModRefInfo::ModRef));
  else if (call != SubGroupCall::BlockWrite)
    function.setDoesNotAccessMemory();
}

}  // namespace

std::optional<SubGroupCallName> subGroupCallOf(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  llvm::StringRef text = callee ? callee->getName() : llvm::StringRef();
  if (!text.starts_with("lanewise.")) return std::nullopt;
  const auto* row = llvm::find_if(kCalls, [&](const CallRow& one) {
    return text == one.name || (text.starts_with(one.name) && text[one.name.size()] == '.');
  });
  if (row == std::end(kCalls)) return std::nullopt;
  const auto found = static_cast<SubGroupCall>(row - std::begin(kCalls));
  if (found != SubGroupCall::ClusteredReduce) return SubGroupCallName{found};
  const llvm::StringRef operation = text.drop_front(row->name.size() + 1).split('.').first;
  return SubGroupCallName{found, collectiveOperationOf(operation)};
}

bool hasSameResult(const llvm::Value& value) {
  const std::optional<SubGroupCallName> name = subGroupCallOf(value);
  return name && rowOf(name->call).result == Result::Same;
}

llvm::CallInst* emitSubGroupCall(llvm::IRBuilderBase& builder, const SubGroupCallName& name,
                                 llvm::Type* type, llvm::ArrayRef<llvm::Value*> operands) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const std::string text = textOf(name, type, operands);
  llvm::Function* function = module.getFunction(text);
  if (!function) {
    llvm::SmallVector<llvm::Type*, 2> parameters;
    for (const llvm::Value* operand : operands) parameters.push_back(operand->getType());
    function = llvm::Function::Create(
        llvm::FunctionType::get(resultType(name.call, type), parameters, false),
        llvm::Function::ExternalLinkage, text, module);
    describe(*function, name.call);
  }
  llvm::CallInst* call = builder.CreateCall(function, operands);
  if (function->isConvergent()) call->setConvergent();
  return call;
}

}  // namespace lanewise
