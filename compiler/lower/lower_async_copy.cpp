// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-async-copy: the first work-item of the group makes the whole copy, and waiting for the
// event is a barrier. Prefetches are removed.
#include "compiler/contract/pass.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

namespace lanewise {

/// Ensures: no OpGroupAsyncCopy, OpGroupWaitEvents or prefetch is left.
MODULE_PASS(LowerAsyncCopyPass);

namespace {

// Vectors may lie at any multiple of their scalars (bound_alignments.cpp).
constexpr unsigned kMostAlignment = 8;

// One element per round; the side that is not local memory is strided.
void copyElements(llvm::CallInst& call, llvm::Instruction* before, unsigned bytes) {
  llvm::IRBuilder<> builder(before);
  llvm::Value* count = call.getArgOperand(3);
  llvm::Value* isEmpty = builder.CreateICmpEQ(count, llvm::ConstantInt::get(count->getType(), 0));
  llvm::Instruction* guarded =
      llvm::SplitBlockAndInsertIfThen(builder.CreateNot(isEmpty), before, /*Unreachable=*/false);
  auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(count, guarded);
  builder.SetInsertPoint(body);
  llvm::Value* target = call.getArgOperand(1);
  llvm::Value* source = call.getArgOperand(2);
  const bool toLocal = target->getType()->getPointerAddressSpace() == kLocalAddressSpace;
  llvm::Value* strided = builder.CreateMul(index, call.getArgOperand(4));
  auto address = [&](llvm::Value* base, llvm::Value* element) {
    llvm::Value* offset =
        builder.CreateMul(element, llvm::ConstantInt::get(element->getType(), bytes));
    return builder.CreatePtrAdd(base, offset);
  };
  const llvm::Align align(std::min(bytes, kMostAlignment));
  builder.CreateMemCpy(address(target, toLocal ? index : strided), align,
                       address(source, toLocal ? strided : index), align, bytes);
}

bool isOne(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant && constant->isOne();
}

// Operands: scope, target, source, element count, stride, event.
llvm::Value* groupAsyncCopy(llvm::CallInst& call, const SpirvName& name) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* done = llvm::Constant::getNullValue(call.getType());
  const unsigned bytes = pointeeBytes(name.parameters, 1);
  if (!bytes) {
    reportUnsupported(call, "OpGroupAsyncCopy of this type");
    return done;
  }
  llvm::Value* isFirst =
      builder.CreateICmpEQ(emitKernelCall(builder, KernelCall::LocalLinearId), builder.getInt64(0));
  llvm::Instruction* body = llvm::SplitBlockAndInsertIfThen(isFirst, &call, /*Unreachable=*/false);
  if (!isOne(call.getArgOperand(4))) {
    copyElements(call, body, bytes);
    return done;
  }
  builder.SetInsertPoint(body);
  llvm::Value* size = builder.CreateMul(
      call.getArgOperand(3), llvm::ConstantInt::get(call.getArgOperand(3)->getType(), bytes));
  const llvm::Align align(std::min(bytes, kMostAlignment));
  builder.CreateMemCpy(call.getArgOperand(1), align, call.getArgOperand(2), align, size)
      ->setMetadata(kAsyncCopy, llvm::MDNode::get(call.getContext(), {}));
  return done;
}

}  // namespace

llvm::PreservedAnalyses LowerAsyncCopyPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  const llvm::PreservedAnalyses preserved =
      lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) -> llvm::Value* {
        llvm::IRBuilder<> builder(&call);
        if (name.openclStd) return name.instruction == "prefetch" ? builder.getTrue() : nullptr;
        if (name.instruction == "GroupAsyncCopy") return groupAsyncCopy(call, name);
        return name.instruction == "GroupWaitEvents" ? emitKernelCall(builder, KernelCall::Barrier)
                                                     : nullptr;
      });
  // Copies are loops.
  return preserved.areAllPreserved() ? preserved : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
