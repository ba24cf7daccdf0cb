// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-work-group-functions: the instructions of sub_group_instructions.def at the scope of
// work-groups become collective calls. A vote is a reduction of bools. A broadcast is a reduction
// of bits, in which one work-item has bits that are set.
#include "compiler/contract/pass.h"

#include "compiler/contract/collective_calls.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/group_instructions.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: instructions that the work-items of a work-group execute together are collective calls.
/// Why here: a function that is called several times has a call for each.
MODULE_PASS(LowerWorkGroupFunctionsPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Operation = CollectiveOperation;

llvm::Value* reduce(Builder& builder, Operation operation, llvm::Value* value) {
  return emitCollectiveCall(builder,
                            {CollectiveScope::WorkGroup, CollectiveForm::Reduce, operation}, value);
}

// The local id of the work-item is `id`, which has one to three components.
llvm::Value* hasLocalId(Builder& builder, llvm::Value* id) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(id->getType());
  llvm::Value* result = nullptr;
  for (unsigned dim = 0; dim < (vector ? vector->getNumElements() : 1); ++dim) {
    llvm::Value* wanted = vector ? builder.CreateExtractElement(id, dim) : id;
    llvm::Value* own = emitKernelCall(builder, KernelCall::LocalId, dim);
    llvm::Value* equal =
        builder.CreateICmpEQ(own, builder.CreateZExt(wanted, builder.getInt64Ty()));
    result = result ? builder.CreateAnd(result, equal) : equal;
  }
  return result;
}

llvm::Value* broadcastScalar(Builder& builder, llvm::Value* value, llvm::Value* isSource) {
  llvm::Type* bits = builder.getIntNTy(value->getType()->getScalarSizeInBits());
  llvm::Value* shared = builder.CreateSelect(isSource, builder.CreateBitCast(value, bits),
                                             llvm::ConstantInt::get(bits, 0));
  return builder.CreateBitCast(reduce(builder, Operation::Or, shared), value->getType());
}

llvm::Value* broadcast(Builder& builder, llvm::Value* value, llvm::Value* id) {
  llvm::Value* isSource = hasLocalId(builder, id);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector) return broadcastScalar(builder, value, isSource);
  llvm::Value* result = llvm::PoisonValue::get(value->getType());
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    result = builder.CreateInsertElement(
        result, broadcastScalar(builder, builder.CreateExtractElement(value, i), isSource), i);
  return result;
}

// Operands: scope, group operation if it has one, value, for a broadcast a local id.
llvm::Value* lower(llvm::CallInst& call, const SpirvName& name) {
  const GroupInstruction* row = findGroupInstruction(name);
  if (!row || !hasScope(row->form) || scopeOf(call.getArgOperand(0)) != spv::Scope::Workgroup)
    return nullptr;
  Builder builder(&call);
  llvm::Value* first = call.getArgOperand(1);
  switch (row->form) {
    case SubGroupForm::Broadcast: return broadcast(builder, first, call.getArgOperand(2));
    case SubGroupForm::All: return reduce(builder, Operation::And, first);
    case SubGroupForm::Any: return reduce(builder, Operation::Or, first);
    case SubGroupForm::Collective:
      return emitCollectiveCall(
          builder, {CollectiveScope::WorkGroup, collectiveFormOf(first), *row->operation},
          call.getArgOperand(2));
    default: return nullptr;  // of sub-groups only
  }
}

}  // namespace

llvm::PreservedAnalyses LowerWorkGroupFunctionsPass::run(llvm::Module& module,
                                                         llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lower);
}

}  // namespace lanewise
