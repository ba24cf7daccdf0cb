// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-device-queues: instructions on device queues become host calls
// (interface/device_queue_calls.def). driver/block_kernels.h has made kernels of what they enqueue,
// and put the number of the block in the place of the function.
#include "compiler/contract/pass.h"

#include "compiler/contract/host_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/spirv_calls.h"
#include "interface/device_queue.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

namespace lanewise {

/// Requires: the function operands are numbers of blocks. Ensures: no instruction on device queues
/// is left, but host calls. Why here: functions are inlined, and handles still have their types.
MODULE_PASS(LowerDeviceQueuesPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 12>;

constexpr unsigned kDimensions = 3;

llvm::AllocaInst* variableFor(llvm::Function& function, llvm::Type* type) {
  Builder entry(&*function.getEntryBlock().getFirstInsertionPt());
  return entry.CreateAlloca(type);
}

class QueueCall {
 public:
  explicit QueueCall(llvm::CallInst& call) : call_(call), builder_(&call) {}

  llvm::Value* operand(unsigned index) const { return call_.getArgOperand(index); }

  /// The address of an ND-range, which is passed as it is or by its address.
  llvm::Value* range(unsigned index) {
    llvm::Value* value = operand(index);
    if (value->getType()->isPointerTy()) return value;
    llvm::AllocaInst* memory = variableFor(*call_.getFunction(), value->getType());
    builder_.CreateStore(value, memory);
    return memory;
  }

  /// A size of local memory, which is passed as it is or by its address.
  llvm::Value* localSize(unsigned index) {
    llvm::Value* value = operand(index);
    return value->getType()->isPointerTy() ? builder_.CreateLoad(builder_.getInt64Ty(), value)
                                           : value;
  }

  /// The number of a block.
  llvm::Value* block(unsigned index) {
    return builder_.CreatePtrToInt(operand(index), builder_.getInt64Ty());
  }

  llvm::Value* number(uint64_t value) { return builder_.getInt64(value); }

  llvm::Value* emit(DeviceQueueCall which, const Values& operands) {
    llvm::Function& function = *call_.getFunction();
    function.addFnAttr(kUsesHostCallsAttribute);
    function.addFnAttr(kEnqueuesAttribute);
    auto* words = variableFor(function, llvm::ArrayType::get(builder_.getInt64Ty(),
                                                             std::max<size_t>(operands.size(), 1)));
    for (size_t i = 0; i < operands.size(); ++i)
      builder_.CreateAlignedStore(
          word(operands[i]), builder_.CreateConstInBoundsGEP1_64(builder_.getInt64Ty(), words, i),
          llvm::Align(8));
    llvm::Value* launch = emitKernelCall(builder_, KernelCall::LaunchPointer);
    return emitHostCall(builder_, HostCall::deviceQueue, launch,
                        {builder_.getInt32(static_cast<uint32_t>(which)), words});
  }

  /// The result as the instruction has it.
  llvm::Value* emitForResult(DeviceQueueCall which, const Values& operands) {
    llvm::Value* result = emit(which, operands);
    return call_.getType()->isVoidTy() ? result
                                       : builder_.CreateZExtOrTrunc(result, call_.getType());
  }

  /// CLK_ENQUEUE_FAILURE for each error, unless the program has debug information.
  llvm::Value* emitEnqueue(DeviceQueueCall which, const Values& operands) {
    llvm::Value* result = emitForResult(which, operands);
    if (!call_.getModule()->debug_compile_units().empty()) return result;
    return builder_.CreateSelect(
        builder_.CreateIsNull(result), result,
        llvm::ConstantInt::getSigned(result->getType(),
                                     static_cast<int32_t>(EnqueueResult::EnqueueFailure)));
  }

  /// A handle, which the host writes to memory.
  llvm::Value* emitForHandle(DeviceQueueCall which) {
    llvm::AllocaInst* memory = variableFor(*call_.getFunction(), call_.getType());
    emit(which, {memory});
    return builder_.CreateLoad(call_.getType(), memory);
  }

  /// Operands: the address of the result, global size, local size, offset.
  llvm::Value* buildRange() {
    llvm::Value* range = operand(0);
    llvm::Type* sizes = operand(1)->getType();
    const unsigned dimensions =
        sizes->isArrayTy() ? static_cast<unsigned>(sizes->getArrayNumElements()) : 1;
    builder_.CreateAlignedStore(builder_.getInt32(dimensions), range, llvm::Align(8));
    uint64_t offsetBytes = 8;
    // An unused dimension has a size of 1.
    for (const auto [index, unused] : {std::pair(3u, 0u), {1u, 1u}, {2u, 1u}})
      for (unsigned d = 0; d < kDimensions; ++d, offsetBytes += 8)
        builder_.CreateAlignedStore(
            d < dimensions ? component(operand(index), d) : builder_.getInt64(unused),
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), range, offsetBytes), llvm::Align(8));
    return builder_.getTrue();
  }

 private:
  llvm::Value* component(llvm::Value* sizes, unsigned dimension) {
    return sizes->getType()->isArrayTy() ? builder_.CreateExtractValue(sizes, dimension) : sizes;
  }

  llvm::Value* word(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (type->isIntegerTy()) return builder_.CreateZExt(value, builder_.getInt64Ty());
    if (type->isPointerTy()) return builder_.CreateAddrSpaceCast(value, builder_.getPtrTy());
    return value;  // a handle
  }

  llvm::CallInst& call_;
  Builder builder_;
};

llvm::Value* lower(llvm::CallInst& call, const SpirvName& name) {
  if (name.openclStd) return nullptr;
  const llvm::StringRef instruction = name.instruction;
  QueueCall queue(call);
  const auto operand = [&](unsigned index) { return queue.operand(index); };
  using enum DeviceQueueCall;
  if (instruction == "BuildNDRange") return queue.buildRange();
  if (instruction == "EnqueueKernel") {
    // Queue, flags, range, number of events, events, result, block, data, its size, its alignment,
    // sizes of local memory.
    constexpr unsigned kLocalSizes = 10;
    const unsigned locals = call.arg_size() - kLocalSizes;
    Values operands = {operand(0), operand(1),     queue.range(2), operand(3),          operand(4),
                       operand(5), queue.block(6), operand(7),     queue.number(locals)};
    for (unsigned i = 0; i < locals; ++i) operands.push_back(queue.localSize(kLocalSizes + i));
    return queue.emitEnqueue(EnqueueKernel, operands);
  }
  if (instruction == "EnqueueMarker")
    return queue.emitEnqueue(EnqueueMarker, {operand(0), operand(1), operand(2), operand(3)});
  if (instruction == "GetDefaultQueue") return queue.emitForHandle(GetDefaultQueue);
  if (instruction == "CreateUserEvent") return queue.emitForHandle(CreateUserEvent);
  if (instruction == "RetainEvent") return queue.emit(RetainEvent, {operand(0)});
  if (instruction == "ReleaseEvent") return queue.emit(ReleaseEvent, {operand(0)});
  if (instruction == "IsValidEvent") return queue.emitForResult(IsValidEvent, {operand(0)});
  if (instruction == "SetUserEventStatus")
    return queue.emit(SetUserEventStatus, {operand(0), operand(1)});
  if (instruction == "CaptureEventProfilingInfo")
    return queue.emit(CaptureEventProfilingInfo, {operand(0), operand(1), operand(2)});
  if (instruction == "GetKernelWorkGroupSize")
    return queue.emitForResult(GetKernelWorkGroupSize, {queue.block(0)});
  if (instruction == "GetKernelPreferredWorkGroupSizeMultiple")
    return queue.emitForResult(GetKernelPreferredWorkGroupSizeMultiple, {queue.block(0)});
  if (instruction == "GetKernelNDrangeSubGroupCount")
    return queue.emitForResult(GetKernelNDrangeSubGroupCount, {queue.range(0), queue.block(1)});
  if (instruction == "GetKernelNDrangeMaxSubGroupSize")
    return queue.emitForResult(GetKernelNDrangeMaxSubGroupSize, {queue.range(0), queue.block(1)});
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses LowerDeviceQueuesPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lower);
}

}  // namespace lanewise
