// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-masked-accesses: masked loads and stores of elements for which the processor has no such
// instruction, or a slow one. LLVM would write a branch for each element. Where the elements of a
// lane make a longer one that has an instruction, it is taken. Elsewhere the access is a plain one,
// or a loop over the active lanes:
//
//   if (isPlain) vector = *address;
//   else for (bits = mask; bits; bits &= bits - 1) variable[first(bits)] = address[first(bits)];
//
// A store is plain if all lanes are active. One with an instruction that is slow gets the same
// test. A load may read what inactive lanes have, which nobody uses, where this causes no fault: in
// the page of an active lane. A store to local memory, which one thread uses, writes it back, if
// any lane is active:
//
//   target = any ? address : variable; *target = select(mask, vector, *target)
//
// Where masks are numbers in vector registers, an access of several registers whose mask repeats
// the elements of another one becomes one access for each register: the mask of each is a shuffle,
// where LLVM would move all elements one by one (masked_instructions.h).
#include "compiler/contract/local_accesses.h"
#include "compiler/contract/pass.h"
#include "compiler/legalize/active_lanes.h"
#include "compiler/legalize/lane_tests.h"
#include "compiler/legalize/masked_access.h"
#include "compiler/legalize/masked_instructions.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>

namespace lanewise {

/// Ensures: masked loads and stores whose mask is not constant are of elements for which the
/// processor has an instruction, or have more than 64 lanes; stores with slow ones are behind
/// tests. Why here: loops over the vectors of a group are shared by rows and unrolled, and passes
/// of LLVM know the intrinsics.
MODULE_PASS(ExpandMaskedAccessesPass);

namespace {

using Builder = llvm::IRBuilder<>;

class Expansion {
 public:
  Expansion(llvm::Function& function, const llvm::TargetTransformInfo& target)
      : layout_(function.getDataLayout()),
        instructions_(function, target),
        tests_(function),
        variable_(function) {}

  // Returns whether the call was replaced.
  bool expand(llvm::IntrinsicInst& call) {
    std::optional<MaskedAccess> access = maskedAccessOf(call);
    if (!access || instructions_.isFast(*access)) return false;
    if (llvm::isa<llvm::Constant>(access->mask)) {
      if (!writesBack(*access)) return false;
      writeBack(*access, access->address, access->align, call);
      return replace(*access, nullptr), true;
    }
    findLanes(*access);
    if (access->lanes() > kMostActiveLanes) return false;
    if (writesBack(*access) && access->used != access->slots) {
      writeBackIfAny(*access, tests_.bitsOf(*access), call);
      return replace(*access, nullptr), true;
    }
    llvm::FixedVectorType* masked = instructions_.typeFor(*access);
    if (access->isLoad && masked)
      replace(*access, instructions_.write(*access, masked, *access->call));
    else
      branch(*access, masked);
    return true;
  }

 private:
  uint64_t bytesOf(llvm::Type* type) const {
    return layout_.getTypeStoreSize(type).getFixedValue();
  }

  // Whether what lies between the active lanes, and beside them, belongs to the thread.
  bool writesBack(const MaskedAccess& access) const {
    return !access.isLoad && isLocalAccess(*access.call) &&
           bytesOf(access.type) <= abi::kLocalMarginBytes;
  }

  // Other variables may lie at `target`, so that the new accesses have no alias scopes.
  static void writeBack(const MaskedAccess& access, llvm::Value* target, llvm::Align align,
                        llvm::Instruction& at) {
    Builder builder(&at);
    llvm::Value* before = builder.CreateAlignedLoad(access.type, target, align);
    builder.CreateAlignedStore(builder.CreateSelect(access.elementMask(), access.stored(), before),
                               target, align);
  }

  // \pre writesBack(access). The address means nothing if no lane is active.
  void writeBackIfAny(const MaskedAccess& access, llvm::Value* active, llvm::Instruction& at) {
    Builder builder(&at);
    llvm::Value* target = builder.CreateSelect(LaneTests::any(builder, active), access.address,
                                               variable_.ofBytes(bytesOf(access.type)));
    writeBack(access, target, std::min(access.align, llvm::Align(LaneVariable::kAlign)), at);
  }

  static void replace(const MaskedAccess& access, llvm::Value* by) {
    if (access.isLoad) access.call->replaceAllUsesWith(by);
    access.call->eraseFromParent();
  }

  void branch(const MaskedAccess& access, llvm::FixedVectorType* masked) {
    llvm::Value* active = tests_.bitsOf(access);
    Builder builder(access.call);
    llvm::Instruction *all = nullptr, *some = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(
        access.isLoad ? tests_.isReadable(builder, access) : LaneTests::isFull(builder, active),
        access.call, &all, &some,
        llvm::MDBuilder(builder.getContext()).createLikelyBranchWeights());
    llvm::Value* whole = accessWhole(access, *all);
    if (writesBack(access)) {
      writeBackIfAny(access, active, *some);
      return replace(access, nullptr);
    }
    llvm::Value* parts =
        masked ? instructions_.write(access, masked, *some) : accessActive(access, active, *some);
    if (!access.isLoad) return replace(access, whole);
    builder.SetInsertPoint(access.call);
    llvm::PHINode* either = builder.CreatePHI(access.type, 2);
    either->addIncoming(whole, all->getParent());
    either->addIncoming(parts, some->getParent());
    replace(access, either);
  }

  llvm::Value* accessWhole(const MaskedAccess& access, llvm::Instruction& at) {
    Builder builder(&at);
    if (access.isLoad) {
      llvm::Value* loaded =
          marked(access, builder.CreateAlignedLoad(access.type, access.address, access.align));
      if (llvm::isa<llvm::UndefValue>(access.passedThrough())) return loaded;
      return builder.CreateSelect(access.elementMask(), loaded, access.passedThrough());
    }
    if (access.used == access.slots)
      return marked(access,
                    builder.CreateAlignedStore(access.stored(), access.address, access.align));
    llvm::SmallVector<llvm::Constant*, 64> isUsed;
    for (unsigned i = 0; i < access.type->getNumElements(); ++i)
      isUsed.push_back(builder.getInt1(i % access.slots < access.used));
    return marked(access, builder.CreateMaskedStore(access.stored(), access.address, access.align,
                                                    llvm::ConstantVector::get(isUsed)));
  }

  // The vector of a load.
  llvm::Value* accessActive(const MaskedAccess& access, llvm::Value* active,
                            llvm::Instruction& at) {
    llvm::AllocaInst* variable = variable_.ofBytes(bytesOf(access.type));
    Builder builder(&at);
    builder.SetCurrentDebugLocation(access.call->getDebugLoc());
    llvm::Value* vector = access.isLoad ? access.passedThrough() : access.stored();
    if (!llvm::isa<llvm::UndefValue>(vector))
      builder.CreateAlignedStore(vector, variable, LaneVariable::kAlign);
    visitActiveLanes(*active, at, [&](Builder& inLoop, llvm::Value& lane) {
      copyLane(access, inLoop, &lane, *variable);
    });
    builder.SetInsertPoint(&at);
    return access.isLoad ? builder.CreateAlignedLoad(access.type, variable, LaneVariable::kAlign)
                         : nullptr;
  }

  void copyLane(const MaskedAccess& access, Builder& builder, llvm::Value* number,
                llvm::AllocaInst& variable) {
    const uint64_t bytes = access.slots * bytesOf(access.element());
    llvm::Type* type = access.used == 1 ? access.element()
                                        : llvm::FixedVectorType::get(access.element(), access.used);
    llvm::Value* offset = builder.CreateMul(number, builder.getInt64(bytes));
    llvm::Value* outside = builder.CreateGEP(builder.getInt8Ty(), access.address, offset);
    llvm::Value* inside = builder.CreateInBoundsGEP(builder.getInt8Ty(), &variable, offset);
    const llvm::Align outsideAlign = llvm::commonAlignment(access.align, bytes);
    const llvm::Align insideAlign = llvm::commonAlignment(LaneVariable::kAlign, bytes);
    if (access.isLoad)
      builder.CreateAlignedStore(
          marked(access, builder.CreateAlignedLoad(type, outside, outsideAlign)), inside,
          insideAlign);
    else
      marked(access,
             builder.CreateAlignedStore(builder.CreateAlignedLoad(type, inside, insideAlign),
                                        outside, outsideAlign));
  }

  const llvm::DataLayout& layout_;
  const MaskedInstructions instructions_;
  LaneTests tests_;
  LaneVariable variable_;
};

bool expandAccesses(llvm::Function& function, const llvm::TargetTransformInfo& target) {
  llvm::SmallVector<llvm::IntrinsicInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) calls.push_back(call);
  Expansion expansion(function, target);
  bool changed = false;
  // The last one first: to split a block takes time for what is behind the call.
  for (llvm::IntrinsicInst* call : llvm::reverse(calls)) changed |= expansion.expand(*call);
  return changed;
}

}  // namespace

llvm::PreservedAnalyses ExpandMaskedAccessesPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      changed |= expandAccesses(function, functions.getResult<llvm::TargetIRAnalysis>(function));
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
