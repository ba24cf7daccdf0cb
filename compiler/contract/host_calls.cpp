// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLVM type of a row follows from its C++ type.
#include "compiler/contract/host_calls.h"

#include "compiler/contract/instruction_marks.h"
#include "interface/kernel_abi.h"

#include <type_traits>

namespace lanewise {
namespace {

using abi::CheckedObject;
using abi::Launch;

template <class T>
llvm::Type* typeOf(llvm::LLVMContext& context) {
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return llvm::PointerType::get(context, 0);
  else {
    static_assert(std::is_integral_v<T>);
    return llvm::IntegerType::get(context, 8 * sizeof(T));
  }
}

template <class Result, class... Parameters>
llvm::FunctionType* functionType(llvm::LLVMContext& context, Result (*)(Parameters...)) {
  return llvm::FunctionType::get(typeOf<Result>(context), {typeOf<Parameters>(context)...}, false);
}

struct Row {
  llvm::StringLiteral name;
  llvm::FunctionType* type;
  uint64_t offsetBytes;  // in abi::Launch
};
Row rowOf(llvm::LLVMContext& context, HostCall which) {
  switch (which) {
#define HOST_CALL(name, result, parameters)                                           \
  case HostCall::name:                                                                \
    return {#name, functionType(context, static_cast<result(*) parameters>(nullptr)), \
            offsetof(abi::Launch, name)};
#include "interface/host_calls.def"
  }
  llvm_unreachable("every row is a case");
}

}  // namespace

llvm::CallInst* emitHostCall(llvm::IRBuilderBase& builder, HostCall which, llvm::Value* launch,
                             llvm::ArrayRef<llvm::Value*> arguments) {
  const Row row = rowOf(builder.getContext(), which);
  llvm::Value* callback = builder.CreateLoad(
      builder.getPtrTy(), builder.CreateConstGEP1_64(builder.getInt8Ty(), launch, row.offsetBytes));
  llvm::SmallVector<llvm::Value*, 8> all = {launch};
  all.append(arguments.begin(), arguments.end());
  llvm::CallInst* call = builder.CreateCall(row.type, callback, all);
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::get(builder.getContext(), kHostCallAttribute, row.name));
  return call;
}

}  // namespace lanewise
