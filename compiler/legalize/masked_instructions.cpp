// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks LLVM which instructions are legal.
#include "compiler/legalize/masked_instructions.h"

#include "compiler/target/mask_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

// `vector` is what is stored, or what inactive elements of the loaded vector are.
llvm::Value* writeOne(const MaskedAccess& access, Builder& builder, llvm::Value* address,
                      llvm::Align align, llvm::Value& vector, llvm::Value& mask) {
  return marked(access, access.isLoad ? builder.CreateMaskedLoad(vector.getType(), address, align,
                                                                 &mask, &vector)
                                      : builder.CreateMaskedStore(&vector, address, align, &mask));
}

}  // namespace

MaskedInstructions::MaskedInstructions(const llvm::Function& function,
                                       const llvm::TargetTransformInfo& target)
    : layout_(function.getDataLayout()),
      target_(target),
      hasMaskRegisters_(hasMaskRegisters(target, function.getContext())),
      registerBits_(target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
                        .getFixedValue()) {}

bool MaskedInstructions::hasInstruction(const MaskedAccess& access,
                                        llvm::FixedVectorType* type) const {
  return access.isLoad ? target_.isLegalMaskedLoad(type, access.align)
                       : target_.isLegalMaskedStore(type, access.align);
}

bool MaskedInstructions::isFast(const MaskedAccess& access) const {
  return hasInstruction(access, access.type) &&
         (hasMaskRegisters_ || (access.isLoad && !needsParts(access.type, access.mask)));
}

/// Whether each register of a masked access gets one of its own.
bool MaskedInstructions::needsParts(llvm::FixedVectorType* type, const llvm::Value* mask) const {
  const uint64_t bits = layout_.getTypeSizeInBits(type);
  return !hasMaskRegisters_ && llvm::isa<llvm::ShuffleVectorInst>(mask) && bits > registerBits_ &&
         bits % registerBits_ == 0;
}

llvm::FixedVectorType* MaskedInstructions::typeFor(const MaskedAccess& access) const {
  if (hasInstruction(access, access.type)) return access.type;
  if (access.used != access.slots || access.element()->isPointerTy()) return nullptr;
  const uint64_t bytes = access.slots * layout_.getTypeStoreSize(access.element()).getFixedValue();
  for (const unsigned longer : {8U, 4U}) {
    if (bytes % longer != 0) continue;
    auto* type =
        llvm::FixedVectorType::get(llvm::IntegerType::get(access.call->getContext(), longer * 8),
                                   static_cast<unsigned>(access.lanes() * bytes / longer));
    if (hasInstruction(access, type)) return type;
  }
  return nullptr;
}

llvm::Value* MaskedInstructions::write(const MaskedAccess& access, llvm::FixedVectorType* type,
                                       llvm::Instruction& at) const {
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
    vector = writeParts(access, builder, *vector, llvm::cast<llvm::ShuffleVectorInst>(*mask));
  else
    vector = writeOne(access, builder, access.address, access.align, *vector, *mask);
  return access.isLoad ? builder.CreateBitCast(vector, access.type) : vector;
}

llvm::Value* MaskedInstructions::writeParts(const MaskedAccess& access, Builder& builder,
                                            llvm::Value& vector,
                                            const llvm::ShuffleVectorInst& mask) const {
  const auto* type = llvm::cast<llvm::FixedVectorType>(vector.getType());
  const uint64_t bytes = layout_.getTypeStoreSize(type->getElementType()).getFixedValue();
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
    parts.push_back(writeOne(access, builder, address,
                             llvm::commonAlignment(access.align, first * bytes), *part, *partMask));
  }
  return access.isLoad ? llvm::concatenateVectors(builder, parts) : parts.back();
}

}  // namespace lanewise
