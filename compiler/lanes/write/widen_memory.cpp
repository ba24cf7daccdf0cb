// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes loads and stores in the form that the plan has for them. All are masked. LLVM makes plain
// accesses of those whose mask is known to be full.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/write/lane_0_numbers.h"
#include "compiler/lanes/write/lane_memory.h"
#include "compiler/lanes/write/lane_pieces.h"
#include "compiler/lanes/write/merge_assumptions.h"
#include "compiler/lanes/write/one_object.h"
#include "compiler/lanes/write/private_memory.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

// i1: the values of all lanes follow from the one of lane 0, whether lanes are active or not.
llvm::Value* doesNotWrap(Widening& widening, const llvm::Instruction& conversion) {
  const llvm::Value& operand = *conversion.getOperand(0);
  llvm::Value* first = widening.scalar(conversion.getOperand(0));
  // The scalar kernel may not use the index, which may be poison then.
  if (widening.mayBeIdle) first = widening.builder().CreateFreeze(first);
  const AssumedStride* assumed = widening.assumedStrideOf(operand);
  const int64_t stride = assumed ? assumed->stride : widening.shapeOf(operand).stride;
  return doesNotWrap(widening, *first, stride, llvm::isa<llvm::SExtInst>(conversion));
}

// i1: the lanes of a part of an id are as far apart as assumed, whether lanes are active or not.
llvm::Value* continues(Widening& widening, llvm::Instruction& part) {
  Builder& builder = widening.builder();
  llvm::Type* type = part.getType();
  const auto stride = static_cast<uint64_t>(widening.assumedStrideOf(part)->stride);
  llvm::Value* steps =
      builder.CreateMul(widening.laneNumbers(type),
                        llvm::ConstantInt::get(widening.vectorOf(type), stride, /*IsSigned=*/true));
  llvm::Value* first = builder.CreateVectorSplat(widening.lanes(), widening.scalar(&part));
  llvm::Value* all = builder.CreateFreeze(widening.leaf(&part));
  return builder.CreateAndReduce(builder.CreateICmpEQ(all, builder.CreateAdd(first, steps)));
}

// i1; null: always.
llvm::Value* testOf(Widening& widening, const llvm::Value& address,
                    const llvm::Instruction& assumption) {
  Builder& builder = widening.builder();
  if (AssumedStrides::isPart(assumption))
    return continues(widening, const_cast<llvm::Instruction&>(assumption));
  const ObjectSize size = objectThatPreventsWrap(widening, address, assumption);
  if (size == ObjectSize::Small) return nullptr;
  llvm::Value* test = doesNotWrap(widening, assumption);
  if (size == ObjectSize::Unknown) return test;
  return builder.CreateOr(emitKernelCall(builder, KernelCall::AssumesSmallMemory), test);
}

// The test of all assumptions about the address; null: they always hold.
llvm::Value* testOf(Widening& widening, const llvm::Value& address, const AssumedStride& assumed) {
  llvm::Value* holds = nullptr;
  for (const llvm::Instruction* assumption : assumed.assumptions)
    if (llvm::Value* one = testOf(widening, address, *assumption))
      holds = holds ? widening.builder().CreateAnd(holds, one) : one;
  return holds;
}

// True for almost all launches: arrays are too small for anything else. If one fails, all accesses
// of a chain (merge_assumptions.h) run as if theirs did.
bool isSafe(const AssumedStride& assumed) {
  return llvm::none_of(assumed.assumptions, [](const llvm::Instruction* assumption) {
    return AssumedStrides::isPart(*assumption);
  });
}

// Writes both forms of an access at an assumed stride, and a branch that chooses.
void writeEither(Widening& widening, llvm::Value* holds, const AssumedStride& assumed,
                 llvm::function_ref<void()> strided,
                 llvm::function_ref<void(Frequency)> scattered) {
  Builder& builder = widening.builder();
  auto* near = llvm::BasicBlock::Create(builder.getContext(), "strided", &widening.wide());
  auto* far = llvm::BasicBlock::Create(builder.getContext(), "scattered", &widening.wide());
  auto* end = llvm::BasicBlock::Create(builder.getContext(), "accessed", &widening.wide());
  llvm::BranchInst* test = builder.CreateCondBr(holds, near, far);
  llvm::MDNode* mark = llvm::MDNode::get(builder.getContext(), {});
  test->setMetadata(kAssumption, mark);
  if (isSafe(assumed)) test->setMetadata(kSafeAssumption, mark);
  builder.SetInsertPoint(near);
  strided();
  builder.CreateBr(end);
  builder.SetInsertPoint(far);
  scattered(isSafe(assumed) ? Frequency::Rare : Frequency::Usual);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
}

llvm::Value* behind(Widening& widening, llvm::Value* address, uint64_t bytes) {
  if (bytes == 0) return address;
  Builder& builder = widening.builder();
  return builder.CreateGEP(builder.getInt8Ty(), address, builder.getInt64(bytes));
}

LaneValues valuesOf(const LeafRun& run, llvm::Align align) {
  return {run.type, run.count, llvm::commonAlignment(align, run.offsetBytes)};
}

// Loads from one address for all lanes.
LaneVectors loadSplat(Widening& widening, llvm::Value* address, const LaneValues& values) {
  Builder& builder = widening.builder();
  const uint64_t bytes = widening.layout().getTypeStoreSize(values.leaf).getFixedValue();
  Values vectors;
  for (unsigned i = 0; i < values.count; ++i) {
    llvm::Value* loaded =
        builder.CreateAlignedLoad(values.leaf, behind(widening, address, i * bytes),
                                  llvm::commonAlignment(values.align, i * bytes));
    vectors.push_back(builder.CreateVectorSplat(widening.lanes(), loaded));
  }
  return {vectors, values.count == 1};
}

// The result of both forms of an access at an assumed stride.
LaneVectors loadEither(Widening& widening, llvm::Value* holds, const AssumedStride& assumed,
                       llvm::function_ref<LaneVectors()> strided,
                       llvm::function_ref<LaneVectors(Frequency)> scattered) {
  Builder& builder = widening.builder();
  LaneVectors near, far;
  llvm::BasicBlock *nearEnd = nullptr, *farEnd = nullptr;
  writeEither(
      widening, holds, assumed,
      [&] {
        near = strided();
        nearEnd = builder.GetInsertBlock();
      },
      [&](Frequency frequency) {
        far = scattered(frequency);
        if (!near.asInMemory) far = {fromMemoryOrder(builder, far.vectors), false};
        farEnd = builder.GetInsertBlock();
      });
  for (unsigned i = 0; i < near.vectors.size(); ++i) {
    llvm::PHINode* either = builder.CreatePHI(near.vectors[i]->getType(), 2);
    either->addIncoming(near.vectors[i], nearEnd);
    either->addIncoming(far.vectors[i], farEnd);
    near.vectors[i] = either;
  }
  return near;
}

// The address of lane 0, or of all lanes, in the run.
llvm::Value* firstAddress(Widening& widening, llvm::Value* address, const AccessForm& form) {
  return behind(widening, widening.scalar(address), form.run.offsetBytes);
}
llvm::Value* allAddresses(Widening& widening, llvm::Value* address, const AccessForm& form) {
  return behind(widening, widening.leaf(address), form.run.offsetBytes);
}

LaneVectors loadRun(Widening& widening, llvm::Value* address, const AccessForm& form,
                    llvm::Align align) {
  const LaneValues values = valuesOf(form.run, align);
  const auto strided = [&] {
    llvm::Value* first = firstAddress(widening, address, form);
    return form.kind == AccessKind::OneAddress
               ? loadSplat(widening, first, values)
               : loadStrided(widening, first, form.distance, values);
  };
  const auto scattered = [&](Frequency frequency) {
    return gather(widening, allAddresses(widening, address, form), values, frequency);
  };
  switch (form.kind) {
    case AccessKind::OneAddress:
    case AccessKind::Run: {
      llvm::Value* holds = form.assumed ? testOf(widening, *address, *form.assumed) : nullptr;
      return holds ? loadEither(widening, holds, *form.assumed, strided, scattered) : strided();
    }
    case AccessKind::Pieces:
      return loadPieces(widening, firstAddress(widening, address, form), *form.pieces, values);
    case AccessKind::Gather:
      return form.isByComponent
                 ? gatherLeaves(widening, allAddresses(widening, address, form), values)
                 : scattered(Frequency::Usual);
    default: llvm_unreachable("the access is not in runs");
  }
}

void storeRun(Widening& widening, llvm::Value* address, const AccessForm& form, llvm::Align align,
              llvm::function_ref<Values(bool asInMemory)> vectors) {
  const LaneValues values = valuesOf(form.run, align);
  const auto strided = [&] {
    storeStrided(widening, firstAddress(widening, address, form), form.distance, values,
                 vectors(areSideBySide(form.distance, values)));
  };
  const auto scattered = [&](Frequency frequency) {
    scatter(widening, allAddresses(widening, address, form), values, vectors(true), frequency);
  };
  switch (form.kind) {
    case AccessKind::Run: {
      llvm::Value* holds = form.assumed ? testOf(widening, *address, *form.assumed) : nullptr;
      return holds ? writeEither(widening, holds, *form.assumed, strided, scattered) : strided();
    }
    case AccessKind::Pieces:
      return storePieces(widening, firstAddress(widening, address, form), *form.pieces, values,
                         vectors(false));
    case AccessKind::Gather: return scattered(Frequency::Usual);
    default: llvm_unreachable("the access is not in runs");
  }
}

// One leaf of what all lanes have at the same address, or at the same index of an array of each
// lane.
llvm::Value* loadShared(Widening& widening, llvm::Value* address, const Leaf& leaf,
                        llvm::Align align) {
  if (interleavedVariable(*address))
    return loadInterleaved(widening, address, leaf.offsetBytes, leaf.type);
  llvm::Value* loaded = widening.builder().CreateAlignedLoad(
      leaf.type, behind(widening, widening.scalar(address), leaf.offsetBytes),
      llvm::commonAlignment(align, leaf.offsetBytes));
  return widening.builder().CreateVectorSplat(widening.lanes(), loaded);
}

// A store of the value that the last active lane has.
void storeOfLastLane(Widening& widening, llvm::StoreInst& store) {
  Builder& builder = widening.builder();
  llvm::Value* value = store.getValueOperand();
  llvm::Value* stored = nullptr;
  if (widening.isUniform(*value)) {
    stored = widening.scalar(value);
  } else {
    llvm::Value* bits = widening.maskBits(widening.mask);
    llvm::Value* zeros = builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {bits->getType()},
                                                 {bits, builder.getTrue()});
    llvm::Value* last =
        builder.CreateSub(llvm::ConstantInt::get(bits->getType(), widening.lanes() - 1), zeros);
    Values leaves = widening.leaves(value);
    for (llvm::Value*& leaf : leaves) leaf = builder.CreateExtractElement(leaf, last);
    stored = joinLeaves(builder, value->getType(), leaves);
  }
  auto* copy = llvm::cast<llvm::StoreInst>(store.clone());
  copy->setOperand(0, stored);
  copy->setOperand(1, widening.scalar(store.getPointerOperand()));
  builder.Insert(copy);
}

llvm::Value* loadElement(Widening& widening, llvm::Value* address, const Leaf& element,
                         llvm::Align align) {
  const AccessForm form = widening.plan().ofLoadedLeaf(*address, element);
  if (form.kind == AccessKind::Shared || form.kind == AccessKind::Interleaved)
    return loadShared(widening, address, element, align);
  return loadRun(widening, address, form, align).vectors[0];
}

// The elements of a copy or fill whose length is a multiple of the variable's elements.
llvm::SmallVector<Leaf, 4> elementsOf(const llvm::MemIntrinsic& memory, uint64_t bytes) {
  llvm::SmallVector<Leaf, 4> result;
  llvm::Type* type = llvm::Type::getIntNTy(memory.getContext(), static_cast<unsigned>(bytes * 8));
  const uint64_t length = llvm::cast<llvm::ConstantInt>(memory.getLength())->getZExtValue();
  for (uint64_t offset = 0; offset < length; offset += bytes) result.push_back({type, offset});
  return result;
}

// A byte for each byte of the element.
llvm::Value* fillOf(Widening& widening, llvm::Value* byte, const Leaf& element) {
  Builder& builder = widening.builder();
  const unsigned bits = element.type->getIntegerBitWidth();
  llvm::Value* wide = builder.CreateZExt(widening.leaf(byte), widening.vectorOf(element.type));
  return builder.CreateMul(
      wide,
      llvm::ConstantInt::get(wide->getType(), llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
}

}  // namespace

void storeElement(Widening& widening, llvm::Value* address, const Leaf& element, llvm::Align align,
                  llvm::Value* value) {
  const AccessForm form = widening.plan().ofStoredLeaf(*address, element);
  if (form.kind == AccessKind::Interleaved)
    storeInterleaved(widening, address, element.offsetBytes, value);
  else
    storeRun(widening, address, form, align, [&](bool) { return Values{value}; });
}

namespace {

void loadInRuns(Widening& widening, llvm::LoadInst& load, const AccessPlan& plan) {
  Values result;
  for (const AccessForm& form : plan.forms) {
    if (form.kind == AccessKind::Gather) explainGather(load, plan);
    const LaneVectors loaded = loadRun(widening, load.getPointerOperand(), form, load.getAlign());
    if (loaded.asInMemory && load.getType()->isVectorTy() && form.run.count == plan.leaves.size())
      return widening.setAsInMemory(load, loaded.vectors);
    result.append(loaded.asInMemory ? fromMemoryOrder(widening.builder(), loaded.vectors)
                                    : loaded.vectors);
  }
  widening.setLeaves(load, result);
}

void storeInRuns(Widening& widening, llvm::StoreInst& store, const AccessPlan& plan) {
  llvm::Value* value = store.getValueOperand();
  for (const AccessForm& form : plan.forms) {
    if (form.kind == AccessKind::Gather) explainGather(store, plan);
    const LeafRun& run = form.run;
    storeRun(widening, store.getPointerOperand(), form, store.getAlign(), [&](bool asInMemory) {
      if (asInMemory && value->getType()->isVectorTy() && run.count == plan.leaves.size())
        return widening.asInMemory(value);
      Values vectors;
      for (unsigned i = 0; i < run.count; ++i)
        vectors.push_back(widening.leaf(value, run.first + i));
      return asInMemory ? toMemoryOrder(widening.builder(), vectors) : vectors;
    });
  }
}

}  // namespace

void widenLoad(Widening& widening, llvm::LoadInst& load) {
  const AccessPlan& plan = widening.plan().of(load);
  switch (plan.kind()) {
    case AccessKind::LaneByLane: return runLaneByLane(widening, load);
    case AccessKind::Shared:
    case AccessKind::Interleaved: {
      Values result;
      for (const Leaf& leaf : plan.leaves)
        result.push_back(loadShared(widening, load.getPointerOperand(), leaf, load.getAlign()));
      return widening.setLeaves(load, result);
    }
    default: return loadInRuns(widening, load, plan);
  }
}

void widenStore(Widening& widening, llvm::StoreInst& store) {
  const AccessPlan& plan = widening.plan().of(store);
  switch (plan.kind()) {
    case AccessKind::LaneByLane: return runLaneByLane(widening, store);
    case AccessKind::Shared: return storeOfLastLane(widening, store);
    case AccessKind::Interleaved:
      for (unsigned i = 0; i < plan.leaves.size(); ++i)
        storeInterleaved(widening, store.getPointerOperand(), plan.leaves[i].offsetBytes,
                         widening.leaf(store.getValueOperand(), i));
      return;
    default: return storeInRuns(widening, store, plan);
  }
}

void widenInterleavedCopy(Widening& widening, llvm::MemIntrinsic& memory) {
  auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&memory);
  llvm::Value* to = memory.getRawDest();
  llvm::Value* from = copy ? copy->getRawSource() : nullptr;
  const llvm::AllocaInst* variable = interleavedVariable(*to);
  if (!variable) variable = interleavedVariable(*from);
  for (const Leaf& element : elementsOf(memory, interleavedBytes(*variable))) {
    llvm::Value* value =
        from ? loadElement(widening, from, element, copy->getSourceAlign().valueOrOne())
             : fillOf(widening, llvm::cast<llvm::MemSetInst>(memory).getValue(), element);
    storeElement(widening, to, element, memory.getDestAlign().valueOrOne(), value);
  }
}

}  // namespace lanewise
