// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// narrow-masked-accesses: a masked access whose active lanes are known, adjacent and a power of two
// is an access of a shorter vector, or of a scalar. Processors do not forward what a masked store
// wrote to a load behind it, and LLVM does not see what it leaves as it was.
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <cstdint>
#include <numeric>
#include <optional>

namespace lanewise {

/// Ensures: masked loads and stores whose active lanes are known, adjacent and a power of two are
/// loads and stores of these lanes. Why here: loops over the vectors of a group are unrolled, which
/// makes masks constant.
FUNCTION_PASS(NarrowMaskedAccessesPass);

namespace {

using Builder = llvm::IRBuilder<>;

// Lanes [first, first + count) of a vector of `all`.
struct Lanes {
  unsigned first, count, all;
};

// The active lanes, if an access of them alone is worth it.
std::optional<Lanes> activeLanes(const llvm::Value& mask) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&mask);
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(mask.getType());
  if (!constant || !type) return std::nullopt;
  Lanes lanes{0, 0, type->getNumElements()};
  for (unsigned i = 0; i < lanes.all; ++i) {
    const llvm::Constant* bit = constant->getAggregateElement(i);
    if (!bit || !(bit->isNullValue() || bit->isOneValue())) return std::nullopt;
    if (bit->isNullValue()) continue;
    if (lanes.count == 0) lanes.first = i;
    if (lanes.first + lanes.count != i) return std::nullopt;
    ++lanes.count;
  }
  if (lanes.count == lanes.all || !llvm::isPowerOf2_32(lanes.count)) return std::nullopt;
  return lanes;
}

llvm::Type* typeOf(llvm::Type* element, const Lanes& lanes) {
  return lanes.count == 1 ? element : llvm::FixedVectorType::get(element, lanes.count);
}

llvm::Value* addressOf(Builder& builder, llvm::Type* element, llvm::Value* pointer,
                       const Lanes& lanes) {
  return lanes.first == 0 ? pointer : builder.CreateConstGEP1_32(element, pointer, lanes.first);
}

llvm::Align alignOf(const llvm::IntrinsicInst& call, unsigned operand, llvm::Type* element,
                    const Lanes& lanes) {
  const llvm::Align align =
      llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getAlignValue();
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  return llvm::commonAlignment(align, lanes.first * layout.getTypeAllocSize(element));
}

llvm::Value* narrowLoad(llvm::IntrinsicInst& call, const Lanes& lanes) {
  Builder builder(&call);
  llvm::Type* element = call.getType()->getScalarType();
  llvm::Value* rest = call.getArgOperand(3);
  llvm::LoadInst* load = builder.CreateAlignedLoad(
      typeOf(element, lanes), addressOf(builder, element, call.getArgOperand(0), lanes),
      alignOf(call, 1, element, lanes));
  load->setAAMetadata(call.getAAMetadata());
  if (lanes.count == 1) return builder.CreateInsertElement(rest, load, uint64_t{lanes.first});
  llvm::SmallVector<int> place(lanes.all, llvm::PoisonMaskElem), both(lanes.all);
  for (unsigned i = 0; i < lanes.count; ++i) place[lanes.first + i] = static_cast<int>(i);
  llvm::Value* wide = builder.CreateShuffleVector(load, place);
  if (llvm::isa<llvm::UndefValue>(rest)) return wide;
  std::iota(both.begin(), both.end(), static_cast<int>(lanes.all));
  for (unsigned i = lanes.first; i < lanes.first + lanes.count; ++i) both[i] = static_cast<int>(i);
  return builder.CreateShuffleVector(wide, rest, both);
}

void narrowStore(llvm::IntrinsicInst& call, const Lanes& lanes) {
  Builder builder(&call);
  llvm::Value* value = call.getArgOperand(0);
  llvm::Type* element = value->getType()->getScalarType();
  if (lanes.count == 1) {
    value = builder.CreateExtractElement(value, uint64_t{lanes.first});
  } else {
    llvm::SmallVector<int> taken(lanes.count);
    std::iota(taken.begin(), taken.end(), static_cast<int>(lanes.first));
    value = builder.CreateShuffleVector(value, taken);
  }
  llvm::StoreInst* store =
      builder.CreateAlignedStore(value, addressOf(builder, element, call.getArgOperand(1), lanes),
                                 alignOf(call, 2, element, lanes));
  store->setAAMetadata(call.getAAMetadata());
}

bool narrow(llvm::IntrinsicInst& call) {
  const bool isLoad = call.getIntrinsicID() == llvm::Intrinsic::masked_load;
  if (!isLoad && call.getIntrinsicID() != llvm::Intrinsic::masked_store) return false;
  const std::optional<Lanes> lanes = activeLanes(*call.getArgOperand(isLoad ? 2 : 3));
  if (!lanes) return false;
  if (isLoad)
    call.replaceAllUsesWith(narrowLoad(call, *lanes));
  else
    narrowStore(call, *lanes);
  call.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses NarrowMaskedAccessesPass::run(llvm::Function& function,
                                                      llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) changed |= narrow(*call);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
