// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-pipes: the instructions on pipes become calls of builtins/pipes.cpp. One work-item of a
// group makes its reservation and commits it; the others get the id, and have accessed their
// packets before. Pipes and ids of reservations keep their target("spirv.*") types until
// flatten-address-spaces makes them pointers: until then, such a call has another function type
// than the function that it calls.
#include "compiler/contract/pass.h"

#include "compiler/contract/collective_calls.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/library_calls.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <spirv/unified1/spirv.hpp11>

namespace lanewise {

/// Ensures: no instruction on pipes is left, but calls of the device library. Why here: functions
/// are inlined, so that a kernel's sub-groups have their size.
MODULE_PASS(LowerPipesPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 6>;

// Pointers to packets are passed in address space 0.
llvm::CallInst* callPipe(Builder& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> operands) {
  Values arguments;
  for (llvm::Value* operand : operands)
    arguments.push_back(operand->getType()->isPointerTy()
                            ? builder.CreateAddrSpaceCast(operand, builder.getPtrTy())
                            : operand);
  // Other threads change what is behind the pipe.
  return callLibraryWithOpaqueTypes(builder, name, result, arguments,
                                    llvm::MemoryEffects::unknown());
}

// A conversion, whose result is its operand.
llvm::CallInst* convert(Builder& builder, llvm::StringRef name, llvm::Type* result,
                        llvm::Value* operand) {
  llvm::CallInst* call = callPipe(builder, name, result, {operand});
  auto* function = llvm::cast<llvm::Function>(call->getCalledOperand());
  function->setMemoryEffects(llvm::MemoryEffects::none());
  function->removeParamAttr(0, llvm::Attribute::NoCapture);
  return call;
}

llvm::Value* bitsOf(Builder& builder, llvm::Value* id) {
  return convert(builder, "ReserveIdBits", builder.getInt64Ty(), id);
}

// What one work-item of the group does, and the others do not.
class OneOfGroup {
 public:
  OneOfGroup(llvm::CallInst& call, spv::Scope scope)
      : call_(call), isSubGroup_(scope == spv::Scope::Subgroup) {}

  /// `operands`: the pipe, the number of packets, their size.
  llvm::Value* reserve(llvm::StringRef name, const Values& operands) {
    Builder builder(&call_);
    llvm::BasicBlock* before = call_.getParent();
    llvm::Instruction* end = enter(builder);
    builder.SetInsertPoint(end);
    llvm::Value* made = bitsOf(builder, callPipe(builder, name, call_.getType(), operands));
    builder.SetInsertPoint(&call_);
    llvm::PHINode* own = builder.CreatePHI(made->getType(), 2);
    own->addIncoming(made, end->getParent());
    own->addIncoming(builder.getInt64(0), before);
    return convert(builder, "ReserveId", call_.getType(), share(builder, own));
  }

  /// `operands`: the pipe, the reservation.
  llvm::Value* commit(llvm::StringRef name, const Values& operands) {
    Builder builder(&call_);
    if (isSubGroup_)
      emitForSubGroup(builder, {SubGroupCall::Barrier}, {});
    else
      emitKernelCall(builder, KernelCall::Barrier);
    builder.SetInsertPoint(enter(builder));
    return callPipe(builder, name, builder.getVoidTy(), operands);
  }

 private:
  // The end of a block that only the first work-item executes, in front of the call.
  llvm::Instruction* enter(Builder& builder) {
    llvm::Value* id =
        isSubGroup_ ? subGroupLocalId(builder) : emitKernelCall(builder, KernelCall::LocalLinearId);
    llvm::Value* isFirst = builder.CreateICmpEQ(id, llvm::ConstantInt::get(id->getType(), 0));
    return llvm::SplitBlockAndInsertIfThen(isFirst, &call_, /*Unreachable=*/false);
  }

  // The others have 0.
  llvm::Value* share(Builder& builder, llvm::Value* bits) const {
    if (isSubGroup_)
      return emitCollectiveForSubGroup(builder, CollectiveForm::Reduce, CollectiveOperation::Or,
                                       bits);
    return emitCollectiveCall(
        builder, {CollectiveScope::WorkGroup, CollectiveForm::Reduce, CollectiveOperation::Or},
        bits);
  }

  llvm::CallInst& call_;
  const bool isSubGroup_;
};

// The last two operands are size and alignment of a packet. The alignment of the memory that holds
// it is at least that, which no processor needs to know.
llvm::Value* lower(llvm::CallInst& call, const SpirvName& name) {
  if (name.openclStd) return nullptr;
  Builder builder(&call);
  llvm::StringRef instruction = name.instruction;
  const auto operands = [&](std::initializer_list<unsigned> indexes) {
    Values values;
    for (const unsigned index : indexes) values.push_back(call.getArgOperand(index));
    return values;
  };
  const auto asCall = [&](std::initializer_list<unsigned> indexes) {
    return callPipe(builder, instruction, call.getType(), operands(indexes));
  };
  if (instruction == "CreatePipeFromPipeStorage")
    return convert(builder, "PipeOfStorage", call.getType(),
                   builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy()));
  if (instruction == "IsValidReserveId")
    return builder.CreateZExtOrTrunc(
        builder.CreateICmpNE(bitsOf(builder, call.getArgOperand(0)), builder.getInt64(0)),
        call.getType());
  if (instruction == "GetNumPipePackets" || instruction == "GetMaxPipePackets") return asCall({0});
  if (instruction == "ReadPipe" || instruction == "WritePipe") return asCall({0, 1, 2});
  if (instruction == "ReservedReadPipe" || instruction == "ReservedWritePipe")
    return asCall({0, 1, 2, 3, 4});
  if (instruction == "ReserveReadPipePackets" || instruction == "ReserveWritePipePackets")
    return asCall({0, 1, 2});
  if (instruction == "CommitReadPipe" || instruction == "CommitWritePipe") return asCall({0, 1});
  if (!instruction.consume_front("Group")) return nullptr;
  const auto ofGroup = [&] { return OneOfGroup(call, scopeOf(call.getArgOperand(0))); };
  if (instruction == "ReserveReadPipePackets" || instruction == "ReserveWritePipePackets")
    return ofGroup().reserve(instruction, operands({1, 2, 3}));
  if (instruction == "CommitReadPipe" || instruction == "CommitWritePipe")
    return ofGroup().commit(instruction, operands({1, 2}));
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses LowerPipesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const llvm::PreservedAnalyses preserved = lowerSpirvCalls(module, lower);
  // Groups have branches.
  return preserved.areAllPreserved() ? preserved : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
