// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-half-extrema: minimum and maximum of half, alone and atomic. Where the processor has no
// arithmetic on half, code generation calls fminf and fmaxf of the C library for them. The result
// is that of minnum and maxnum: of a number and a NaN, it is the number.
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Ensures: no minnum and maxnum of half and no atomic instruction with them is left. Why here:
/// passes of LLVM know the intrinsics, and atomics became plain code where they can.
REQUIRED_MODULE_PASS(ExpandHalfExtremaPass);

namespace {

using Builder = llvm::IRBuilder<>;

llvm::Value* extremum(Builder& builder, bool isMinimum, llvm::Value* a, llvm::Value* b) {
  llvm::Value* first = isMinimum ? builder.CreateFCmpOLT(a, b) : builder.CreateFCmpOGT(a, b);
  return builder.CreateSelect(builder.CreateOr(first, builder.CreateFCmpUNO(b, b)), a, b);
}

bool isOfHalf(const llvm::Instruction& instruction) {
  return instruction.getType()->getScalarType()->isHalfTy();
}

llvm::IntrinsicInst* extremumOfHalf(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || !isOfHalf(*call)) return nullptr;
  const bool isExtremum = call->getIntrinsicID() == llvm::Intrinsic::minnum ||
                          call->getIntrinsicID() == llvm::Intrinsic::maxnum;
  return isExtremum ? call : nullptr;
}

void expand(llvm::IntrinsicInst& call) {
  Builder builder(&call);
  const bool isMinimum = call.getIntrinsicID() == llvm::Intrinsic::minnum;
  call.replaceAllUsesWith(
      extremum(builder, isMinimum, call.getArgOperand(0), call.getArgOperand(1)));
  call.eraseFromParent();
}

llvm::AtomicRMWInst* atomicExtremumOfHalf(llvm::Instruction& instruction) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  if (!atomic || !isOfHalf(*atomic)) return nullptr;
  const bool isExtremum = atomic->getOperation() == llvm::AtomicRMWInst::FMin ||
                          atomic->getOperation() == llvm::AtomicRMWInst::FMax;
  return isExtremum ? atomic : nullptr;
}

// A loop of compare-and-exchange on the bits.
void expand(llvm::AtomicRMWInst& atomic) {
  llvm::BasicBlock* before = atomic.getParent();
  llvm::BasicBlock* behind = llvm::SplitBlock(before, &atomic);
  behind->setName("atomic.end");
  auto* loop = llvm::BasicBlock::Create(atomic.getContext(), "atomic", before->getParent(), behind);
  before->getTerminator()->setSuccessor(0, loop);

  Builder builder(before->getTerminator());
  llvm::Value* pointer = atomic.getPointerOperand();
  llvm::Type* bits = builder.getInt16Ty();
  llvm::LoadInst* first =
      builder.CreateAlignedLoad(bits, pointer, atomic.getAlign(), atomic.isVolatile());
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  builder.SetInsertPoint(loop);
  builder.SetCurrentDebugLocation(atomic.getDebugLoc());
  llvm::PHINode* expected = builder.CreatePHI(bits, 2);
  llvm::Value* old = builder.CreateBitCast(expected, atomic.getType());
  const bool isMinimum = atomic.getOperation() == llvm::AtomicRMWInst::FMin;
  llvm::Value* wanted = extremum(builder, isMinimum, old, atomic.getValOperand());
  llvm::AtomicCmpXchgInst* exchange = builder.CreateAtomicCmpXchg(
      pointer, expected, builder.CreateBitCast(wanted, bits), atomic.getAlign(),
      atomic.getOrdering(),
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(atomic.getOrdering()));
  exchange->setVolatile(atomic.isVolatile());
  expected->addIncoming(first, before);
  expected->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), behind, loop);
  atomic.replaceAllUsesWith(old);
  atomic.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses ExpandHalfExtremaPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::AtomicRMWInst*> atomics;
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (llvm::AtomicRMWInst* atomic = atomicExtremumOfHalf(instruction)) {
        atomics.push_back(atomic);
      } else if (llvm::IntrinsicInst* call = extremumOfHalf(instruction)) {
        expand(*call);
        changed = true;
      }
    }
    for (llvm::AtomicRMWInst* atomic : atomics) expand(*atomic);
    changed |= !atomics.empty();
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
