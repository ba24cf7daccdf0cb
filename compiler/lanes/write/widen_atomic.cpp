// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic instructions that read and write. What other work-items see, and the results, are those of
// lanes that run one after another:
//
//   one address        one atomic instruction: with the reduction of all values, or for sums of
//                      floating-point numbers, which depend on the order, with all in their order
//   local memory       a load and a store for each lane, because one thread runs the work-group;
//                      inactive lanes access a variable that nobody reads
//   anything else      an instruction for each lane, in a loop unless all lanes are active
#include "compiler/contract/collective_operations.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/plan/atomic_form.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/write/lane_value.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;
using Atomic = llvm::AtomicRMWInst;

bool isLocal(const llvm::Instruction& atomic) { return atomic.hasMetadata(kLocalAtomic); }

llvm::Value* insert(Widening& widening, llvm::Instruction& copy,
                    const llvm::Instruction& original) {
  widening.builder().Insert(&copy, original.getName());
  copy.setDebugLoc(original.getDebugLoc());
  return &copy;
}

// The values of all active lanes as one; nullptr: no shorter way than a reduction.
llvm::Value* sameValueOfAll(Widening& widening, CollectiveOperation operation, llvm::Value* value) {
  if (!widening.isUniform(*value)) return nullptr;
  Builder& builder = widening.builder();
  llvm::Value* one = widening.scalar(value);
  switch (operation) {
    case CollectiveOperation::Add: {
      llvm::Value* bits = widening.maskBits(widening.mask);
      llvm::Value* count = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
      // As many lanes as bits do not fit in them: 1 in a bit, 2 in two.
      llvm::Value* number = builder.CreateZExtOrTrunc(count, builder.getInt32Ty());
      return builder.CreateMul(builder.CreateZExtOrTrunc(number, one->getType()), one);
    }
    case CollectiveOperation::Xor: return nullptr;
    default: return one;  // of any number of the same value
  }
}

void reduceToOne(Widening& widening, Atomic& atomic, CollectiveOperation operation) {
  Builder& builder = widening.builder();
  llvm::Value* operand = atomic.getValOperand();
  const bool isUsed = !atomic.use_empty();
  llvm::Value* all = isUsed ? nullptr : sameValueOfAll(widening, operation, operand);
  llvm::Value* before = nullptr;  // in each lane: the values of the lanes before it
  if (!all) {
    llvm::Value* values =
        neutralWhereInactive(builder, operation, widening.leaf(operand), widening.mask);
    if (isUsed) {
      llvm::Value* scan = inclusiveScanOfLanes(builder, operation, values);
      before = exclusiveScanOfLanes(builder, operation, scan);
      all = builder.CreateExtractElement(scan, widening.lanes() - 1);
    } else {
      all = reduceLanes(builder, operation, values);
    }
  }
  llvm::Instruction* copy = atomic.clone();
  copy->setOperand(0, widening.scalar(atomic.getPointerOperand()));
  copy->setOperand(1, all);
  llvm::Value* old = insert(widening, *copy, atomic);
  if (!isUsed) return;
  llvm::Value* first = builder.CreateVectorSplat(widening.lanes(), old);
  widening.setLeaves(
      atomic, {atomic.getOperation() == Atomic::Sub ? builder.CreateSub(first, before)
                                                    : combine(builder, operation, first, before)});
}

// What memory has after all lanes. `olds`, if wanted, receives what each of them finds.
llvm::Value* chain(Widening& widening, Atomic::BinOp operation, llvm::Value* values,
                   llvm::Value* old, llvm::Value** olds) {
  Builder& builder = widening.builder();
  if (olds) *olds = llvm::PoisonValue::get(values->getType());
  for (unsigned lane = 0; lane < widening.lanes(); ++lane) {
    if (olds) *olds = builder.CreateInsertElement(*olds, old, lane);
    llvm::Value* value = builder.CreateExtractElement(values, lane);
    old =
        operation == Atomic::FAdd ? builder.CreateFAdd(old, value) : builder.CreateFSub(old, value);
  }
  return old;
}

// Replaces the value in memory by `next` of it; returns what was there.
llvm::Value* exchange(Widening& widening, const Atomic& atomic,
                      llvm::function_ref<llvm::Value*(llvm::Value* old)> next) {
  Builder& builder = widening.builder();
  llvm::Value* pointer = widening.scalar(const_cast<llvm::Value*>(atomic.getPointerOperand()));
  llvm::Type* type = atomic.getType();
  llvm::Type* bits = builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
  const bool isPlain = isLocal(atomic);
  llvm::LoadInst* first =
      builder.CreateAlignedLoad(isPlain ? type : bits, pointer, atomic.getAlign());
  first->setAtomic(isPlain ? llvm::AtomicOrdering::Unordered : llvm::AtomicOrdering::Monotonic);
  if (isPlain) {
    builder.CreateAlignedStore(next(first), pointer, atomic.getAlign())
        ->setAtomic(llvm::AtomicOrdering::Unordered);
    return first;
  }
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* loop = llvm::BasicBlock::Create(builder.getContext(), "exchange", &widening.wide());
  auto* behind = llvm::BasicBlock::Create(builder.getContext(), "exchanged", &widening.wide());
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode* expected = builder.CreatePHI(bits, 2);
  llvm::Value* old = builder.CreateBitCast(expected, type);
  llvm::Value* wanted = builder.CreateBitCast(next(old), bits);
  llvm::Value* pair = builder.CreateAtomicCmpXchg(
      pointer, expected, wanted, atomic.getAlign(), atomic.getOrdering(),
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(atomic.getOrdering()));
  expected->addIncoming(first, before);
  expected->addIncoming(builder.CreateExtractValue(pair, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), behind, loop);
  builder.SetInsertPoint(behind);
  return old;
}

// A sum depends on the order of its operands: this one is that of the lanes.
void chainToOne(Widening& widening, Atomic& atomic) {
  Builder& builder = widening.builder();
  llvm::Value* values = widening.leaf(atomic.getValOperand());
  // x + -0.0 and x - 0.0 are x for every x.
  llvm::Constant* nothing = atomic.getOperation() == Atomic::FAdd
                                ? llvm::ConstantFP::getNegativeZero(values->getType())
                                : llvm::ConstantFP::getZero(values->getType());
  values = builder.CreateSelect(widening.mask, values, nothing);
  llvm::Value* old = exchange(widening, atomic, [&](llvm::Value* found) {
    return chain(widening, atomic.getOperation(), values, found, nullptr);
  });
  if (atomic.use_empty()) return;
  llvm::Value* olds = nullptr;
  chain(widening, atomic.getOperation(), values, old, &olds);
  widening.setLeaves(atomic, {olds});
}

// The address of an active lane, of an inactive one its own part of the memory that such lanes use,
// so that they do not wait for each other. LLVM would choose by branches, which processors do not
// foresee: the metadata tells code generation, and a number hides the variable from sroa.
llvm::Value* addressIfActive(Widening& widening, llvm::Value* address, const llvm::Type& type,
                             unsigned lane) {
  Builder& builder = widening.builder();
  const uint64_t bytes = std::max<uint64_t>(type.getPrimitiveSizeInBits().getFixedValue() / 8, 1);
  llvm::Value* begin = builder.CreatePtrToInt(&widening.inactiveTarget(), builder.getInt64Ty());
  llvm::Value* number =
      builder.CreateAdd(begin, builder.getInt64(lane * bytes % Widening::kInactiveBytes));
  llvm::Value* chosen =
      builder.CreateSelect(builder.CreateExtractElement(widening.mask, lane), address,
                           builder.CreateIntToPtr(number, builder.getPtrTy()));
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(chosen))
    select->setMetadata(llvm::LLVMContext::MD_unpredictable,
                        llvm::MDNode::get(builder.getContext(), {}));
  return chosen;
}

// A copy for each lane, whether it is active or not. Returns the leaves of the result.
Values unrollLanes(Widening& widening, llvm::Instruction& atomic, bool areAllActive) {
  Builder& builder = widening.builder();
  Values results;
  if (!atomic.use_empty())
    for (const Leaf& leaf : leavesOf(atomic.getType(), widening.layout()))
      results.push_back(llvm::PoisonValue::get(widening.vectorOf(leaf.type)));
  for (unsigned lane = 0; lane < widening.lanes(); ++lane) {
    llvm::Instruction* copy = atomic.clone();
    for (llvm::Use& operand : copy->operands())
      operand.set(
          laneOf(widening, operand.get(), builder.getInt64(lane), LaneArithmetic::Addresses));
    if (!areAllActive)
      copy->setOperand(0, addressIfActive(widening, copy->getOperand(0),
                                          *atomic.getOperand(1)->getType(), lane));
    insert(widening, *copy, atomic);
    for (unsigned i = 0; i < results.size(); ++i)
      results[i] = builder.CreateInsertElement(results[i], extractLeaf(builder, copy, i), lane);
  }
  return results;
}

// A straight sequence if all lanes are active, which is known in the code for full vectors.
Values unrollIfAllActive(Widening& widening, llvm::Instruction& atomic) {
  Builder& builder = widening.builder();
  auto* all = llvm::BasicBlock::Create(builder.getContext(), "all.lanes", &widening.wide());
  auto* some = llvm::BasicBlock::Create(builder.getContext(), "some.lanes", &widening.wide());
  auto* behind = llvm::BasicBlock::Create(builder.getContext(), "atomic.end", &widening.wide());
  builder.CreateCondBr(builder.CreateAndReduce(widening.mask), all, some);
  builder.SetInsertPoint(all);
  Values results = unrollLanes(widening, atomic, true);
  all = builder.GetInsertBlock();
  builder.CreateBr(behind);
  builder.SetInsertPoint(some);
  const Values others = loopOverLanes(widening, atomic);
  some = builder.GetInsertBlock();
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
  for (unsigned i = 0; i < results.size(); ++i) {
    llvm::PHINode* either = builder.CreatePHI(results[i]->getType(), 2);
    either->addIncoming(results[i], all);
    either->addIncoming(others[i], some);
    results[i] = either;
  }
  return results;
}

}  // namespace

void widenAtomic(Widening& widening, llvm::Instruction& atomic) {
  if (widening.isUniform(*atomic.getOperand(0))) switch (atOneAddress(atomic)) {
      case AtOneAddress::Reduced: {
        auto& modify = llvm::cast<Atomic>(atomic);
        return reduceToOne(widening, modify, *reducingOperation(modify.getOperation()));
      }
      case AtOneAddress::Chained: return chainToOne(widening, llvm::cast<Atomic>(atomic));
      case AtOneAddress::LaneByLane: break;
    }
  explainLaneByLane(atomic);
  const Values results =
      isLocal(atomic) ? unrollLanes(widening, atomic, false) : unrollIfAllActive(widening, atomic);
  if (!results.empty()) widening.setLeaves(atomic, results);
}

}  // namespace lanewise
