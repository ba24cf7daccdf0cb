// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-atomics: OpAtomic* become LLVM's atomic instructions, in whose operands LLVM can infer
// address spaces. The scope operand is ignored: an object with scope "work-group" may be shared by
// the whole device (clang's OpenCL 1.x atomics are translated like this).
#include "compiler/contract/pass.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

namespace lanewise {

/// Ensures: no OpAtomic* call is left, but LLVM's atomic instructions. Why here: inline-functions
/// asks which loops wait, and address spaces of operands of calls are not inferred.
MODULE_PASS(LowerAtomicsPass);

namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

llvm::Align naturalAlign(llvm::Type* type) {
  return llvm::Align(std::max<uint64_t>(type->getScalarSizeInBits() / 8, 1));
}

llvm::Value* load(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  llvm::Value* pointer = call.getArgOperand(0);
  llvm::LoadInst* value =
      builder.CreateAlignedLoad(call.getType(), pointer, naturalAlign(call.getType()));
  value->setAtomic(loadOrdering(call.getArgOperand(2)));
  return value;
}

llvm::Value* store(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Value* semantics,
                   llvm::Value* value) {
  llvm::StoreInst* stored =
      builder.CreateAlignedStore(value, pointer, naturalAlign(value->getType()));
  stored->setAtomic(storeOrdering(semantics));
  return stored;
}

llvm::Value* modify(llvm::IRBuilder<>& builder, Operation operation, llvm::Value* pointer,
                    llvm::Value* semantics, llvm::Value* operand) {
  return builder.CreateAtomicRMW(operation, pointer, operand, naturalAlign(operand->getType()),
                                 modifyOrdering(semantics));
}

// Operands: pointer, scope, semantics if equal, semantics if not, value, comparator.
llvm::Value* compareExchange(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  llvm::Value* pointer = call.getArgOperand(0);
  llvm::Value* value = call.getArgOperand(4);
  llvm::Value* expected = call.getArgOperand(5);
  llvm::Value* pair = builder.CreateAtomicCmpXchg(
      pointer, expected, value, naturalAlign(value->getType()),
      modifyOrdering(call.getArgOperand(2)), loadOrdering(call.getArgOperand(3)));
  return builder.CreateExtractValue(pair, 0);
}

std::optional<Operation> operationOf(llvm::StringRef instruction) {
  return llvm::StringSwitch<std::optional<Operation>>(instruction)
      .Case("AtomicExchange", Operation::Xchg)
      .Case("AtomicIAdd", Operation::Add)
      .Case("AtomicISub", Operation::Sub)
      .Case("AtomicSMin", Operation::Min)
      .Case("AtomicUMin", Operation::UMin)
      .Case("AtomicSMax", Operation::Max)
      .Case("AtomicUMax", Operation::UMax)
      .Case("AtomicAnd", Operation::And)
      .Case("AtomicOr", Operation::Or)
      .Case("AtomicXor", Operation::Xor)
      .Case("AtomicFAddEXT", Operation::FAdd)
      .Case("AtomicFMinEXT", Operation::FMin)
      .Case("AtomicFMaxEXT", Operation::FMax)
      .Default(std::nullopt);
}

// A flag is a 32-bit integer: 0 when clear.
llvm::Value* testAndSet(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  llvm::Value* old = modify(builder, Operation::Xchg, call.getArgOperand(0), call.getArgOperand(2),
                            builder.getInt32(1));
  llvm::Value* set = builder.CreateICmpNE(old, builder.getInt32(0));
  return builder.CreateZExtOrTrunc(set, call.getType());
}

llvm::Value* lowerAtomic(llvm::CallInst& call, const SpirvName& name) {
  if (name.openclStd || !name.instruction.starts_with("Atomic")) return nullptr;
  llvm::IRBuilder<> builder(&call);
  const llvm::StringRef instruction = name.instruction;
  llvm::Value* pointer = call.getArgOperand(0);
  llvm::Value* semantics = call.getArgOperand(2);
  if (const auto operation = operationOf(instruction))
    return modify(builder, *operation, pointer, semantics, call.getArgOperand(3));
  if (instruction == "AtomicLoad") return load(builder, call);
  if (instruction == "AtomicStore")
    return store(builder, pointer, semantics, call.getArgOperand(3));
  if (instruction == "AtomicIIncrement" || instruction == "AtomicIDecrement")
    return modify(builder, instruction == "AtomicIIncrement" ? Operation::Add : Operation::Sub,
                  pointer, semantics, llvm::ConstantInt::get(call.getType(), 1));
  if (instruction == "AtomicCompareExchange" || instruction == "AtomicCompareExchangeWeak")
    return compareExchange(builder, call);
  if (instruction == "AtomicFlagTestAndSet") return testAndSet(builder, call);
  if (instruction == "AtomicFlagClear")
    return store(builder, pointer, semantics, builder.getInt32(0));
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses LowerAtomicsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lowerAtomic);
}

}  // namespace lanewise
