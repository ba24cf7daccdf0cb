// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers the slots of all values and turns operands, constants and address computations into
// indices, once for each kernel.
#include "tests/reference/decoded_kernel.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lanewise::fuzz {
namespace {

void addScalars(llvm::Type* type, uint64_t offsetBytes, const llvm::DataLayout& layout,
                llvm::SmallVectorImpl<Scalar>& result) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      addScalars(structure->getElementType(i),
                 offsetBytes + layout.getStructLayout(structure)->getElementOffset(i), layout,
                 result);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      addScalars(array->getElementType(),
                 offsetBytes + i * layout.getTypeAllocSize(array->getElementType()), layout,
                 result);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const uint64_t bits = layout.getTypeSizeInBits(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result.push_back({numberTypeOf(*vector->getElementType()), offsetBytes + i * bits / 8,
                        static_cast<unsigned>(i * bits % 8)});
  } else if (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy()) {
    result.push_back({numberTypeOf(*type), offsetBytes});
  }
}

llvm::Align alignmentOf(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getAlign();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->getAlign();
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return atomic->getAlign();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getAlign();
  if (const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return block->getDestAlign().valueOrOne();
  return {};
}

}  // namespace

llvm::SmallVector<Scalar, 4> scalarsOf(llvm::Type* type, const llvm::DataLayout& layout) {
  llvm::SmallVector<Scalar, 4> result;
  addScalars(type, 0, layout, result);
  return result;
}

DecodedKernel::DecodedKernel(const llvm::Function& kernel)
    : layout_(kernel.getParent()->getDataLayout()) {
  for (const llvm::Argument& argument : kernel.args()) parameters.push_back(slotsOf(argument));
  for (const llvm::BasicBlock& block : kernel)
    numbers_[&block] = static_cast<uint32_t>(numbers_.size());
  blocks.resize(numbers_.size());
  for (const llvm::BasicBlock& block : kernel) {
    DecodedBlock& decoded = blocks[numbers_[&block]];
    for (const llvm::Instruction& instruction : block) {
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
      if (!phi) {
        decoded.instructions.push_back(decode(instruction));
        continue;
      }
      const Operand to = slotsOf(*phi);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        const uint32_t from = slotsOf(*phi->getIncomingValue(i)).slot;
        decoded.phis[numbers_[phi->getIncomingBlock(i)]].push_back({to.slot, from, to.count});
      }
    }
  }
}

Operand DecodedKernel::slotsOf(const llvm::Value& value) {
  const auto [found, isNew] = slots_.try_emplace(&value);
  if (!isNew) return found->second;
  const auto scalars = scalarsOf(value.getType(), layout_);
  const Operand operand{static_cast<uint32_t>(frame.size()), static_cast<uint32_t>(scalars.size()),
                        scalars.empty() ? NumberType{} : scalars[0].type};
  for (const Scalar& scalar : scalars) hasLargeNumbers |= scalar.type.bits > 64;
  if (hasLargeNumbers) return operand;
  found->second = operand;
  frame.resize(frame.size() + scalars.size());
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
    writeConstant(*llvm::ConstantFoldConstant(constant, layout_), operand.slot);
  return operand;
}

void DecodedKernel::writeConstant(const llvm::Constant& constant, uint32_t slot) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    frame[slot] = number->getZExtValue();
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    frame[slot] = real->getValueAPF().bitcastToAPInt().getZExtValue();
  } else if (constant.getType()->isPointerTy()) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base =
        constant.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (const auto* local = llvm::dyn_cast<llvm::GlobalVariable>(base))
      locals.push_back({local, slot, offset.getSExtValue()});
  } else if (constant.getType()->isVectorTy() || constant.getType()->isAggregateType()) {
    const auto count = [](const llvm::Type& type) -> uint64_t {
      if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type))
        return vector->getNumElements();
      return type.isStructTy() ? type.getStructNumElements() : type.getArrayNumElements();
    };
    for (unsigned i = 0; i < count(*constant.getType()); ++i) {
      const llvm::Constant* element = constant.getAggregateElement(i);
      const size_t own = scalarsOf(element->getType(), layout_).size();
      writeConstant(*element, slot);
      slot += static_cast<uint32_t>(own);
    }
  }
}

DecodedInstruction DecodedKernel::decode(const llvm::Instruction& instruction) {
  DecodedInstruction decoded;
  decoded.source = &instruction;
  decoded.opcode = instruction.getOpcode();
  if (!instruction.getType()->isVoidTy()) decoded.result = slotsOf(instruction);
  for (const llvm::Value* operand : instruction.operand_values()) {
    if (llvm::isa<llvm::BasicBlock, llvm::Function, llvm::MetadataAsValue>(operand)) continue;
    decoded.operands.push_back(slotsOf(*operand));
  }
  if (instruction.isTerminator())
    for (unsigned i = 0; i < instruction.getNumSuccessors(); ++i)
      decoded.targets.push_back(numbers_[instruction.getSuccessor(i)]);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    decoded.memory = scalarsOf(load->getType(), layout_);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    decoded.memory = scalarsOf(store->getValueOperand()->getType(), layout_);
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) decodeAddress(instruction, decoded);
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    privateBytes = llvm::alignTo(privateBytes, variable->getAlign());
    decoded.offsetBytes = static_cast<int64_t>(privateBytes);
    privateBytes += layout_.getTypeAllocSize(variable->getAllocatedType());
  }
  decoded.alignBytes = alignmentOf(instruction).value();
  decoded.call = kernelCallOf(instruction);
  return decoded;
}

void DecodedKernel::decodeAddress(const llvm::Instruction& instruction,
                                  DecodedInstruction& decoded) {
  for (auto step = llvm::gep_type_begin(instruction), end = llvm::gep_type_end(instruction);
       step != end; ++step) {
    if (step.isStruct())
      decoded.offsetBytes += static_cast<int64_t>(
          layout_.getStructLayout(step.getStructType())
              ->getElementOffset(static_cast<unsigned>(llvm::cast<llvm::Constant>(step.getOperand())
                                                           ->getUniqueInteger()
                                                           .getZExtValue())));
    else
      decoded.steps.push_back(
          {slotsOf(*step.getOperand()),
           static_cast<int64_t>(step.getSequentialElementStride(layout_).getFixedValue())});
  }
}

}  // namespace lanewise::fuzz
