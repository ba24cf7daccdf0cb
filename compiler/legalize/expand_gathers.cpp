// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-gathers: gathers and scatters of values for which the processor has no instruction. They
// are rare, because widen-kernels writes an access for each lane where many are expected, and
// become loops over the active lanes, which are short:
//
//   indices = the vector of indices or of addresses
//   for (bits = mask; bits; bits &= bits - 1) vector[first(bits)] = base[indices[first(bits)]];
#include "compiler/contract/pass.h"
#include "compiler/legalize/active_lanes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: gathers and scatters are of values for which the processor has an instruction. Why
/// here: loops over the active lanes would be in the way of passes that work on blocks.
MODULE_PASS(ExpandGathersPass);

namespace {

using Builder = llvm::IRBuilder<>;

// The addresses of all lanes, as the fewest bits that a loop can compute them from.
struct Addresses {
  llvm::Value* lanes;                   // addresses or indices
  llvm::GetElementPtrInst* step;        // from one base by an index for each lane; or null
  llvm::CastInst* extension = nullptr;  // of the indices; or null

  Addresses(llvm::Value* addresses, const llvm::DataLayout& layout)
      : lanes(addresses), step(llvm::dyn_cast<llvm::GetElementPtrInst>(addresses)) {
    if (step && (step->getNumIndices() != 1 || step->getPointerOperandType()->isVectorTy()))
      step = nullptr;
    if (!step) return;
    lanes = step->getOperand(1);
    extension = llvm::dyn_cast<llvm::CastInst>(lanes);
    if (extension && !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(extension)) extension = nullptr;
    if (extension && !layout.typeSizeEqualsStoreSize(extension->getSrcTy()->getScalarType()))
      extension = nullptr;
    if (extension) lanes = extension->getOperand(0);
  }

  llvm::Value* ofLane(Builder& builder, llvm::Value* lane) const {
    if (!step) return lane;
    if (extension)
      lane =
          builder.CreateCast(extension->getOpcode(), lane, extension->getType()->getScalarType());
    return builder.CreateGEP(step->getSourceElementType(), step->getPointerOperand(), lane);
  }
};

class Expansion {
 public:
  Expansion(llvm::Function& function, const llvm::TargetTransformInfo& target)
      : layout_(function.getParent()->getDataLayout()),
        target_(target),
        indices_(function),
        vector_(function) {}

  /// Returns whether the call was replaced.
  bool expand(llvm::IntrinsicInst& call) {
    const bool isLoad = call.getIntrinsicID() == llvm::Intrinsic::masked_gather;
    if (!isLoad && call.getIntrinsicID() != llvm::Intrinsic::masked_scatter) return false;
    const unsigned first = isLoad ? 0 : 1;
    auto* type = llvm::cast<llvm::FixedVectorType>(isLoad ? call.getType()
                                                          : call.getArgOperand(0)->getType());
    const llvm::Align align =
        llvm::cast<llvm::ConstantInt>(call.getArgOperand(first + 1))->getAlignValue();
    if (type->getNumElements() > kMostActiveLanes ||
        (isLoad ? target_.isLegalMaskedGather(type, align)
                : target_.isLegalMaskedScatter(type, align)))
      return false;
    llvm::Value* mask = call.getArgOperand(first + 2);
    const Addresses addresses(call.getArgOperand(first), layout_);
    llvm::AllocaInst* indices = inVariable(indices_, *addresses.lanes->getType());
    llvm::AllocaInst* vector = inVariable(vector_, *type);
    Builder builder(&call);
    builder.CreateAlignedStore(addresses.lanes, indices, LaneVariable::kAlign);
    llvm::Value* before = isLoad ? call.getArgOperand(3) : call.getArgOperand(0);
    if (!llvm::isa<llvm::UndefValue>(before))
      builder.CreateAlignedStore(before, vector, LaneVariable::kAlign);
    llvm::Value* active = builder.CreateBitCast(mask, builder.getIntNTy(type->getNumElements()));
    visitActiveLanes(*active, call, [&](Builder& inLoop, llvm::Value& lane) {
      llvm::Value* index = load(inLoop, addresses.lanes->getType(), indices, lane);
      llvm::Value* address = addresses.ofLane(inLoop, index);
      llvm::Value* inside = placeOf(inLoop, type, vector, lane);
      llvm::Value *from = isLoad ? address : inside, *to = isLoad ? inside : address;
      llvm::Instruction* read = inLoop.CreateAlignedLoad(type->getElementType(), from,
                                                         isLoad ? align : alignOfPlace(type));
      llvm::Instruction* written =
          inLoop.CreateAlignedStore(read, to, isLoad ? alignOfPlace(type) : align);
      (isLoad ? read : written)->setAAMetadata(call.getAAMetadata());
    });
    if (isLoad) {
      builder.SetInsertPoint(&call);
      call.replaceAllUsesWith(builder.CreateAlignedLoad(type, vector, LaneVariable::kAlign));
    }
    call.eraseFromParent();
    return true;
  }

 private:
  llvm::AllocaInst* inVariable(LaneVariable& variable, llvm::Type& vector) const {
    return variable.ofBytes(layout_.getTypeStoreSize(&vector).getFixedValue());
  }

  uint64_t bytesOf(const llvm::Type* vector) const {
    return layout_.getTypeStoreSize(vector->getScalarType()).getFixedValue();
  }

  llvm::Align alignOfPlace(const llvm::Type* vector) const {
    return llvm::commonAlignment(LaneVariable::kAlign, bytesOf(vector));
  }

  llvm::Value* placeOf(Builder& builder, llvm::Type* vector, llvm::Value* variable,
                       llvm::Value& lane) const {
    // Not a step of the element's type: the three bytes of a lane lie behind those of another one.
    return builder.CreateInBoundsGEP(builder.getInt8Ty(), variable,
                                     builder.CreateMul(&lane, builder.getInt64(bytesOf(vector))));
  }

  llvm::Value* load(Builder& builder, llvm::Type* vector, llvm::Value* variable,
                    llvm::Value& lane) const {
    return builder.CreateAlignedLoad(
        vector->getScalarType(), placeOf(builder, vector, variable, lane), alignOfPlace(vector));
  }

  const llvm::DataLayout& layout_;
  const llvm::TargetTransformInfo& target_;
  LaneVariable indices_, vector_;
};

}  // namespace

llvm::PreservedAnalyses ExpandGathersPass::run(llvm::Module& module,
                                               llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::IntrinsicInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) calls.push_back(call);
    if (calls.empty()) continue;
    Expansion expansion(function, functions.getResult<llvm::TargetIRAnalysis>(function));
    // The last one first: to split a block takes time for what is behind the call.
    for (llvm::IntrinsicInst* call : llvm::reverse(calls)) changed |= expansion.expand(*call);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
