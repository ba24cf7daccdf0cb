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
// where LLVM would move all elements one by one.
#include "compiler/contract/local_accesses.h"
#include "compiler/contract/pass.h"
#include "compiler/legalize/active_lanes.h"
#include "compiler/target/mask_registers.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace lanewise {

/// Ensures: masked loads and stores whose mask is not constant are of elements for which the
/// processor has an instruction, or have more than 64 lanes; stores with slow ones are behind
/// tests. Why here: loops over the vectors of a group are shared by rows and unrolled, and passes
/// of LLVM know the intrinsics.
MODULE_PASS(ExpandMaskedAccessesPass);

namespace {

using Builder = llvm::IRBuilder<>;

constexpr uint64_t kPageBytes = 4096;  // the smallest

// A masked load or store. Each lane has `slots` elements of the vector, and an active lane accesses
// the first `used` of them.
struct Access {
  llvm::IntrinsicInst* call;
  bool isLoad;
  llvm::FixedVectorType* type;
  llvm::Value* address;
  llvm::Align align;
  llvm::Value* mask;                 // of lanes, in some order
  llvm::SmallVector<int, 64> order;  // the element of `mask` for each lane
  unsigned slots = 1, used = 1;

  unsigned lanes() const { return type->getNumElements() / slots; }
  llvm::Type* element() const { return type->getElementType(); }
  llvm::Value* stored() const { return call->getArgOperand(0); }
  llvm::Value* passedThrough() const { return call->getArgOperand(3); }
  llvm::Value* elementMask() const { return call->getArgOperand(isLoad ? 2 : 3); }
};

unsigned elementsOf(const llvm::Value& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

llvm::Value* inOrder(Builder& builder, llvm::ArrayRef<int> order, llvm::Value* vector) {
  if (llvm::ShuffleVectorInst::isIdentityMask(order, static_cast<int>(elementsOf(*vector))))
    return vector;
  return builder.CreateShuffleVector(vector, order);
}

std::optional<Access> accessOf(llvm::IntrinsicInst& call) {
  const bool isLoad = call.getIntrinsicID() == llvm::Intrinsic::masked_load;
  if (!isLoad && call.getIntrinsicID() != llvm::Intrinsic::masked_store) return std::nullopt;
  const unsigned first = isLoad ? 0 : 1;
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(isLoad ? call.getType()
                                                            : call.getArgOperand(0)->getType());
  llvm::Value* mask = call.getArgOperand(first + 2);
  if (!type || !call.getModule()->getDataLayout().typeSizeEqualsStoreSize(type->getElementType()))
    return std::nullopt;
  const llvm::Align align =
      llvm::cast<llvm::ConstantInt>(call.getArgOperand(first + 1))->getAlignValue();
  llvm::SmallVector<int, 64> order(type->getNumElements());
  std::iota(order.begin(), order.end(), 0);
  return Access{&call, isLoad, type, call.getArgOperand(first), align, mask, order};
}

// Finds the lanes if the mask repeats each element of another one, with false behind it.
void findLanes(Access& access) {
  auto* repeated = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  if (!repeated) return;
  const auto* behind = llvm::dyn_cast<llvm::Constant>(repeated->getOperand(1));
  if (!behind || !(behind->isNullValue() || llvm::isa<llvm::UndefValue>(behind))) return;
  llvm::Value* lanes = repeated->getOperand(0);
  const auto count = static_cast<int>(elementsOf(*lanes));
  const llvm::ArrayRef<int> from = repeated->getShuffleMask();
  const size_t slots = from.size() / static_cast<size_t>(count);
  if (slots < 2 || from.size() % static_cast<size_t>(count) != 0) return;
  const auto isFalse = [&](int element) { return element >= count; };
  const auto used =
      static_cast<size_t>(std::find_if(from.begin(), from.begin() + slots, isFalse) - from.begin());
  llvm::SmallVector<int, 64> order;
  for (llvm::ArrayRef<int> left = from; !left.empty(); left = left.drop_front(slots)) {
    order.push_back(left[0]);
    if (isFalse(left[0]) || left[0] < 0 || !llvm::all_equal(left.take_front(used)) ||
        !llvm::all_of(left.take_front(slots).drop_front(used), isFalse))
      return;
  }
  access.mask = lanes;
  access.order = order;
  access.slots = static_cast<unsigned>(slots);
  access.used = static_cast<unsigned>(used);
}

class Expansion {
 public:
  Expansion(llvm::Function& function, const llvm::TargetTransformInfo& target)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        target_(target),
        hasMaskRegisters_(hasMaskRegisters(target, function.getContext())),
        registerBits_(target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
                          .getFixedValue()),
        variable_(function) {}

  // Returns whether the call was replaced.
  bool expand(llvm::IntrinsicInst& call) {
    std::optional<Access> access = accessOf(call);
    if (!access || isFast(*access)) return false;
    if (llvm::isa<llvm::Constant>(access->mask)) {
      if (!writesBack(*access)) return false;
      writeBack(*access, access->address, access->align, call);
      return replace(*access, nullptr), true;
    }
    findLanes(*access);
    if (access->lanes() > kMostActiveLanes) return false;
    if (writesBack(*access) && access->used != access->slots) {
      writeBackIfAny(*access, bitsOf(*access), call);
      return replace(*access, nullptr), true;
    }
    llvm::FixedVectorType* masked = maskedType(*access);
    if (access->isLoad && masked)
      replace(*access, accessMasked(*access, masked, *access->call));
    else
      branch(*access, masked);
    return true;
  }

 private:
  bool hasInstruction(const Access& access, llvm::FixedVectorType* type) const {
    return access.isLoad ? target_.isLegalMaskedLoad(type, access.align)
                         : target_.isLegalMaskedStore(type, access.align);
  }

  bool isFast(const Access& access) const {
    return hasInstruction(access, access.type) &&
           (hasMaskRegisters_ || (access.isLoad && !needsParts(access.type, access.mask)));
  }

  // Whether each register of a masked access gets one of its own.
  bool needsParts(llvm::FixedVectorType* type, const llvm::Value* mask) const {
    const uint64_t bits = layout_.getTypeSizeInBits(type);
    return !hasMaskRegisters_ && llvm::isa<llvm::ShuffleVectorInst>(mask) && bits > registerBits_ &&
           bits % registerBits_ == 0;
  }

  uint64_t bytesOf(llvm::Type* type) const {
    return layout_.getTypeStoreSize(type).getFixedValue();
  }

  // Whether what lies between the active lanes, and beside them, belongs to the thread.
  bool writesBack(const Access& access) const {
    return !access.isLoad && isLocalAccess(*access.call) &&
           bytesOf(access.type) <= abi::kLocalMarginBytes;
  }

  // Other variables may lie at `target`, so that the new accesses have no alias scopes.
  static void writeBack(const Access& access, llvm::Value* target, llvm::Align align,
                        llvm::Instruction& at) {
    Builder builder(&at);
    llvm::Value* before = builder.CreateAlignedLoad(access.type, target, align);
    builder.CreateAlignedStore(builder.CreateSelect(access.elementMask(), access.stored(), before),
                               target, align);
  }

  // \pre writesBack(access). The address means nothing if no lane is active.
  void writeBackIfAny(const Access& access, llvm::Value* active, llvm::Instruction& at) {
    Builder builder(&at);
    llvm::Value* any =
        builder.CreateICmpNE(active, llvm::Constant::getNullValue(active->getType()));
    llvm::Value* target =
        builder.CreateSelect(any, access.address, variable_.ofBytes(bytesOf(access.type)));
    writeBack(access, target, std::min(access.align, llvm::Align(LaneVariable::kAlign)), at);
  }

  // The type of the access itself if it has an instruction, or of longer elements that have one;
  // null: there is none.
  llvm::FixedVectorType* maskedType(const Access& access) const {
    if (hasInstruction(access, access.type)) return access.type;
    if (access.used != access.slots || access.element()->isPointerTy()) return nullptr;
    const uint64_t bytes = access.slots * bytesOf(access.element());
    for (const unsigned longer : {8U, 4U}) {
      if (bytes % longer != 0) continue;
      auto* type =
          llvm::FixedVectorType::get(llvm::IntegerType::get(function_.getContext(), longer * 8),
                                     static_cast<unsigned>(access.lanes() * bytes / longer));
      if (hasInstruction(access, type)) return type;
    }
    return nullptr;
  }

  // The new access, or the vector that it loaded.
  llvm::Value* accessMasked(const Access& access, llvm::FixedVectorType* type,
                            llvm::Instruction& at) {
    Builder builder(&at);
    llvm::Value* mask = access.elementMask();
    if (type != access.type) {
      const unsigned slots = type->getNumElements() / access.lanes();
      llvm::SmallVector<int, 64> repeated;
      for (const int lane : access.order) repeated.append(slots, lane);
      mask = inOrder(builder, repeated, access.mask);
    }
    llvm::Value* vector =
        builder.CreateBitCast(access.isLoad ? access.passedThrough() : access.stored(), type);
    if (needsParts(type, mask))
      vector = accessParts(access, builder, *vector, llvm::cast<llvm::ShuffleVectorInst>(*mask));
    else
      vector = accessMasked(access, builder, access.address, access.align, *vector, *mask);
    return access.isLoad ? builder.CreateBitCast(vector, access.type) : vector;
  }

  // `vector` is what is stored, or what inactive elements of the loaded vector are.
  static llvm::Value* accessMasked(const Access& access, Builder& builder, llvm::Value* address,
                                   llvm::Align align, llvm::Value& vector, llvm::Value& mask) {
    return marked(access,
                  access.isLoad
                      ? builder.CreateMaskedLoad(vector.getType(), address, align, &mask, &vector)
                      : builder.CreateMaskedStore(&vector, address, align, &mask));
  }

  llvm::Value* accessParts(const Access& access, Builder& builder, llvm::Value& vector,
                           const llvm::ShuffleVectorInst& mask) const {
    const auto* type = llvm::cast<llvm::FixedVectorType>(vector.getType());
    const uint64_t bytes = bytesOf(type->getElementType());
    const auto ofRegister = static_cast<unsigned>(registerBits_ / 8 / bytes);
    llvm::SmallVector<llvm::Value*, 8> parts;
    for (unsigned first = 0; first < type->getNumElements(); first += ofRegister) {
      const int begin = static_cast<int>(first), end = static_cast<int>(first + ofRegister);
      llvm::Value* part =
          builder.CreateShuffleVector(&vector, llvm::to_vector(llvm::seq(begin, end)));
      llvm::Value* partMask = builder.CreateShuffleVector(
          mask.getOperand(0), mask.getOperand(1), mask.getShuffleMask().slice(first, ofRegister));
      llvm::Value* address =
          first == 0 ? access.address
                     : builder.CreatePtrAdd(access.address, builder.getInt64(first * bytes));
      parts.push_back(accessMasked(access, builder, address,
                                   llvm::commonAlignment(access.align, first * bytes), *part,
                                   *partMask));
    }
    return access.isLoad ? llvm::concatenateVectors(builder, parts) : parts.back();
  }

  static llvm::Instruction* marked(const Access& access, llvm::Instruction* made) {
    made->setAAMetadata(access.call->getAAMetadata());
    return made;
  }

  static void replace(const Access& access, llvm::Value* by) {
    if (access.isLoad) access.call->replaceAllUsesWith(by);
    access.call->eraseFromParent();
  }

  void branch(const Access& access, llvm::FixedVectorType* masked) {
    llvm::Value* active = bitsOf(access);
    Builder builder(access.call);
    llvm::Instruction *all = nullptr, *some = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(
        access.isLoad ? isReadable(builder, access) : isFull(builder, active), access.call, &all,
        &some, llvm::MDBuilder(builder.getContext()).createLikelyBranchWeights());
    llvm::Value* whole = accessWhole(access, *all);
    if (writesBack(access)) {
      writeBackIfAny(access, active, *some);
      return replace(access, nullptr);
    }
    llvm::Value* parts =
        masked ? accessMasked(access, masked, *some) : accessActive(access, active, *some);
    if (!access.isLoad) return replace(access, whole);
    builder.SetInsertPoint(access.call);
    llvm::PHINode* either = builder.CreatePHI(access.type, 2);
    either->addIncoming(whole, all->getParent());
    either->addIncoming(parts, some->getParent());
    replace(access, either);
  }

  static llvm::Value* isFull(Builder& builder, llvm::Value* active) {
    return builder.CreateICmpEQ(active, llvm::Constant::getAllOnesValue(active->getType()));
  }

  // All elements: each lane is active, or one is and the others lie in the same page.
  llvm::Value* isReadable(Builder& builder, const Access& access) {
    llvm::Value* number = builder.CreatePtrToInt(access.address, builder.getInt64Ty());
    llvm::Value* low = builder.CreateTrunc(number, builder.getInt32Ty());
    llvm::Value* inPage = builder.CreateAnd(low, builder.getInt32(kPageBytes - 1));
    return builder.CreateICmpSLE(inPage, lastReadable(access));
  }

  // i32: the last place in a page from which all elements may be read. Asked for once for all
  // accesses under a mask.
  llvm::Value* lastReadable(const Access& access) {
    const uint64_t bytes = bytesOf(access.type);
    llvm::Value* active = bitsOf(access);
    llvm::Value*& last = lastReadable_[{access.elementMask(), bytes}];
    if (last) return last;
    Builder builder = atDefinition(access);
    const auto place = [&](int64_t number) {
      return builder.getInt32(static_cast<uint32_t>(std::max<int64_t>(number, -1)));
    };
    llvm::Value* any =
        builder.CreateICmpNE(active, llvm::Constant::getNullValue(active->getType()));
    llvm::Value* part = builder.CreateSelect(
        any, place(int64_t{kPageBytes} - static_cast<int64_t>(bytes)), place(-1));
    return last = builder.CreateSelect(isFull(builder, active), place(kPageBytes - 1), part);
  }

  // A bit for each lane. Each mask of elements is asked for once.
  llvm::Value* bitsOf(const Access& access) {
    llvm::Value*& bits = bits_[access.elementMask()];
    if (bits) return bits;
    Builder builder = atDefinition(access);
    llvm::Value* lanes = inOrder(builder, access.order, access.mask);
    return bits = builder.CreateBitCast(lanes, builder.getIntNTy(access.lanes()));
  }

  // A builder at the definition of the mask, behind what was written there before.
  Builder atDefinition(const Access& access) {
    auto* mask = llvm::dyn_cast<llvm::Instruction>(access.elementMask());
    if (auto* bits = llvm::dyn_cast_or_null<llvm::Instruction>(bits_.lookup(access.elementMask())))
      mask = bits;
    return Builder(&*(mask ? *mask->getInsertionPointAfterDef()
                           : function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()));
  }

  llvm::Value* accessWhole(const Access& access, llvm::Instruction& at) {
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
  llvm::Value* accessActive(const Access& access, llvm::Value* active, llvm::Instruction& at) {
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

  void copyLane(const Access& access, Builder& builder, llvm::Value* number,
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

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const llvm::TargetTransformInfo& target_;
  const bool hasMaskRegisters_;
  const uint64_t registerBits_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> bits_;
  llvm::DenseMap<std::pair<llvm::Value*, uint64_t>, llvm::Value*> lastReadable_;
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
