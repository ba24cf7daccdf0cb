// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-uniform-operands: for builds with kReportBarriersFlag. Operands that must be the same for
// all work-items of a group are compared with those of the first work-item, which leaves a number
// made of them in local memory. That of a broadcast, behind a barrier:
//
//   if (first) slot = operands; barrier; if (operands != slot) report; broadcast
//
// Asynchronous copies have no barrier. Each adds its operands to a number of the work-item, and
// the next wait, which is a barrier, compares. Slots alternate: the first work-item may be at the
// next wait before the others compare.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Requires: functions that work-items of a group call together are inlined. Ensures: a kernel of a
/// module with kReportBarriersFlag reports broadcasts of a work-group and asynchronous copies whose
/// operands differ among its work-items, or which some omit. Why here: the calls still have the
/// operands of the program.
MODULE_PASS(CheckUniformOperandsPass);

namespace {

using Builder = llvm::IRBuilder<>;

constexpr uint64_t kWorkGroupScope = 2;
constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;  // odd: no operand is lost

/// `number` with the operands of the call from `first` on, but for events.
llvm::Value* withOperands(Builder& builder, llvm::Value* number, llvm::CallInst& call,
                          unsigned first, unsigned end) {
  const auto add = [&](llvm::Value* value) {
    value = builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
    number = builder.CreateAdd(builder.CreateMul(number, builder.getInt64(kFactor)),
                               builder.CreateAdd(value, builder.getInt64(1)));
  };
  for (unsigned i = first; i < end; ++i) {
    llvm::Value* operand = call.getArgOperand(i);
    if (operand->getType()->isPointerTy())
      operand = builder.CreatePtrToInt(operand, builder.getInt64Ty());
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType());
    if (!vector) add(operand);
    for (unsigned element = 0; vector && element < vector->getNumElements(); ++element)
      add(builder.CreateExtractElement(operand, element));
  }
  return number;
}

class UniformOperands {
 public:
  explicit UniformOperands(llvm::Function& kernel) : kernel_(kernel) {}

  bool run() {
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) note(instruction);
    for (llvm::CallInst* broadcast : broadcasts_) checkBroadcast(*broadcast);
    if (!copies_.empty() && !waits_.empty()) checkCopies();
    return !broadcasts_.empty() || !copies_.empty();
  }

 private:
  struct Copy {
    llvm::CallInst* call;
    llvm::AllocaInst* number;  // of all its operands so far
    llvm::GlobalVariable* slots;
  };

  void note(llvm::Instruction& instruction) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !call->getCalledFunction()) return;
    const auto name = parseSpirvName(call->getCalledFunction()->getName());
    if (!name || name->openclStd) return;
    const auto* scope =
        call->arg_empty() ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (!scope || scope->getZExtValue() != kWorkGroupScope) return;
    if (name->instruction == "GroupBroadcast") broadcasts_.push_back(call);
    if (name->instruction == "GroupAsyncCopy") copies_.push_back({call, nullptr, nullptr});
    if (name->instruction == "GroupWaitEvents") waits_.push_back(call);
  }

  llvm::GlobalVariable* makeSlots(unsigned count) {
    auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(kernel_.getContext()), count);
    return makeLocalVariable(*kernel_.getParent(), type, "uniform.operands");
  }

  void storeOfFirst(llvm::Value* number, llvm::Value* slot, llvm::Instruction& before) {
    Builder builder(&before);
    llvm::Value* isFirst = builder.CreateICmpEQ(emitKernelCall(builder, KernelCall::LocalLinearId),
                                                builder.getInt64(0));
    Builder inside(llvm::SplitBlockAndInsertIfThen(isFirst, &before, /*Unreachable=*/false));
    inside.CreateStore(number, slot);
  }

  void reportDifference(llvm::Value* number, llvm::Value* slot, llvm::Instruction& place,
                        llvm::CallInst& call, const char* what) {
    Builder builder(&place);
    llvm::Value* differs =
        builder.CreateICmpNE(number, builder.CreateLoad(builder.getInt64Ty(), slot));
    const std::string site = siteText("barriers", what, "", call);
    reportIf(differs, place, [&](llvm::IRBuilderBase& inside) {
      inside.SetCurrentDebugLocation(call.getDebugLoc());
      emitReport(inside, site);
    });
  }

  void checkBroadcast(llvm::CallInst& call) {
    llvm::Value* slot = makeSlots(1);
    Builder builder(&call);
    llvm::Value* number = withOperands(builder, builder.getInt64(0), call, 2, call.arg_size());
    storeOfFirst(number, slot, call);
    builder.SetInsertPoint(&call);
    emitKernelCall(builder, KernelCall::Barrier);
    reportDifference(number, slot, call, call,
                     "the work-items of the group name different ones for a broadcast");
  }

  void checkCopies() {
    llvm::BasicBlock& first = kernel_.getEntryBlock();
    Builder entry(&first, first.getFirstNonPHIOrDbgOrAlloca());
    llvm::AllocaInst* waited = entry.CreateAlloca(entry.getInt64Ty());
    entry.CreateStore(entry.getInt64(0), waited);
    for (Copy& copy : copies_) {
      copy.number = entry.CreateAlloca(entry.getInt64Ty());
      entry.CreateStore(entry.getInt64(0), copy.number);
      copy.slots = makeSlots(2);
      Builder builder(copy.call);
      constexpr unsigned kTarget = 1, kEvent = 5;
      builder.CreateStore(
          withOperands(builder, builder.CreateLoad(builder.getInt64Ty(), copy.number), *copy.call,
                       kTarget, kEvent),
          copy.number);
    }
    for (llvm::CallInst* wait : waits_) checkWait(*wait, waited);
  }

  void checkWait(llvm::CallInst& wait, llvm::AllocaInst* waited) {
    Builder builder(&wait);
    llvm::Value* count = builder.CreateLoad(builder.getInt64Ty(), waited);
    llvm::Value* which = builder.CreateAnd(count, uint64_t(1));
    builder.CreateStore(builder.CreateAdd(count, builder.getInt64(1)), waited);
    llvm::Instruction* behind = wait.getNextNode();
    for (const Copy& copy : copies_) {
      builder.SetInsertPoint(&wait);
      llvm::Value* number = builder.CreateLoad(builder.getInt64Ty(), copy.number);
      llvm::Value* slot =
          builder.CreateGEP(copy.slots->getValueType(), copy.slots, {builder.getInt64(0), which});
      storeOfFirst(number, slot, wait);
      reportDifference(number, slot, *behind, *copy.call,
                       "not all work-items of the group start the same asynchronous copies");
    }
  }

  llvm::Function& kernel_;
  llvm::SmallVector<llvm::CallInst*> broadcasts_, waits_;
  llvm::SmallVector<Copy> copies_;
};

}  // namespace

llvm::PreservedAnalyses CheckUniformOperandsPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kReportBarriersFlag)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= UniformOperands(*kernel).run();
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
