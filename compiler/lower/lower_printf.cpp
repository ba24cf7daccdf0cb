// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-printf: stores the arguments in the layout of host_calls.def and calls the host.
#include "compiler/contract/pass.h"

#include "compiler/contract/host_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: printf is a host call (host_calls.def); its function has "lanewise-uses-host-calls".
MODULE_PASS(LowerPrintfPass);

namespace {

constexpr uint64_t kSlotBytes = 8;

// The value as the callback gets it: a scalar in 8 bytes, anything else as in memory.
llvm::Value* widen(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (type->isIntegerTy(1)) return builder.CreateZExt(value, builder.getInt64Ty());
  if (type->isIntegerTy()) return builder.CreateSExtOrTrunc(value, builder.getInt64Ty());
  if (type->isFloatingPointTy()) return builder.CreateFPExt(value, builder.getDoubleTy());
  if (type->isPointerTy()) return builder.CreateAddrSpaceCast(value, builder.getPtrTy());
  return value;
}

uint64_t bytesOf(const llvm::DataLayout& layout, llvm::Value* value) {
  return llvm::alignTo(layout.getTypeStoreSize(value->getType()), kSlotBytes);
}

llvm::Value* storeValues(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values,
                         uint64_t totalBytes) {
  llvm::Function& function = *builder.GetInsertBlock()->getParent();
  llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* block =
      entry.CreateAlloca(llvm::ArrayType::get(entry.getInt64Ty(), totalBytes / kSlotBytes));
  uint64_t offset = 0;
  for (llvm::Value* value : values) {
    builder.CreateAlignedStore(value,
                               builder.CreateConstGEP1_64(builder.getInt8Ty(), block, offset),
                               llvm::Align(kSlotBytes));
    offset += bytesOf(function.getDataLayout(), value);
  }
  return block;
}

llvm::Value* callHost(llvm::IRBuilder<>& builder, llvm::Value* format, llvm::Value* values,
                      uint64_t totalBytes) {
  llvm::Value* launch = emitKernelCall(builder, KernelCall::LaunchPointer);
  return emitHostCall(builder, HostCall::printf, launch,
                      {builder.CreateAddrSpaceCast(format, builder.getPtrTy()), values,
                       builder.getInt64(totalBytes)});
}

llvm::Value* lowerPrintf(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 8> values;
  uint64_t totalBytes = 0;
  for (llvm::Value* argument : llvm::drop_begin(call.args())) {
    values.push_back(widen(builder, argument));
    totalBytes += bytesOf(call.getDataLayout(), values.back());
  }
  call.getFunction()->addFnAttr(kUsesHostCallsAttribute);
  llvm::Value* block = values.empty() ? llvm::ConstantPointerNull::get(builder.getPtrTy())
                                      : storeValues(builder, values, totalBytes);
  return builder.CreateZExtOrTrunc(callHost(builder, call.getArgOperand(0), block, totalBytes),
                                   call.getType());
}

}  // namespace

llvm::PreservedAnalyses LowerPrintfPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) -> llvm::Value* {
    return name.openclStd && name.instruction == "printf" ? lowerPrintf(call) : nullptr;
  });
}

}  // namespace lanewise
