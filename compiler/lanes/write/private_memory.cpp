// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of variables that prepare/interleave_variables.cpp has marked: an offset in the scalar
// kernel is multiplied by the number of lanes in the widened one. Called by widen_instruction.cpp
// and widen_memory.cpp.
#include "compiler/lanes/write/private_memory.h"

#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/interleaved.h"
#include "compiler/lanes/write/lane_memory.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

namespace lanewise {
namespace {

uint64_t elementBytes(const llvm::Value& address) {
  return interleavedBytes(*interleavedVariable(address));
}

// The addresses of the lanes' elements, which need not be one vector.
llvm::Value* laneAddresses(Widening& widening, llvm::Value* address, uint64_t offsetBytes) {
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::Value* lanes = builder.CreateMul(
      widening.laneNumbers(builder.getInt64Ty()),
      llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(widening.lanes()),
                                     builder.getInt64(elementBytes(*address))));
  llvm::Value* behind = builder.CreateGEP(builder.getInt8Ty(), widening.leaf(address),
                                          builder.getInt64(offsetBytes * widening.lanes()));
  return builder.CreateGEP(builder.getInt8Ty(), behind, lanes);
}

llvm::Value* vectorAddress(Widening& widening, llvm::Value* address, uint64_t offsetBytes) {
  return widening.builder().CreateConstGEP1_64(
      widening.builder().getInt8Ty(), widening.scalar(address), offsetBytes * widening.lanes());
}

}  // namespace

void widenInterleavedVariable(Widening& widening, llvm::AllocaInst& variable) {
  const uint64_t bytes =
      widening.layout().getTypeAllocSize(variable.getAllocatedType()).getFixedValue();
  llvm::AllocaInst* wide = widening.newVariable(
      llvm::ArrayType::get(widening.builder().getInt8Ty(), bytes * widening.lanes()),
      variable.getName());
  wide->setAlignment(
      std::max(variable.getAlign(),
               llvm::Align(std::min<uint64_t>(interleavedBytes(variable) * widening.lanes(), 64))));
  widening.setScalar(variable, wide);
}

void widenInterleavedAddress(Widening& widening, llvm::GetElementPtrInst& address) {
  llvm::IRBuilder<>& builder = widening.builder();
  const bool uniform = widening.isUniform(address);
  const auto form = [&](llvm::Value* value) {
    return widening.isUniform(*value) ? widening.scalar(value) : widening.leaf(value);
  };
  llvm::Value* result = form(address.getPointerOperand());
  for (auto step = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); step != end;
       ++step) {
    llvm::Value* index = step.getOperand();
    llvm::Value* offset = nullptr;
    if (step.isStruct()) {
      const uint64_t member = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
      offset = builder.getInt64(widening.layout()
                                    .getStructLayout(step.getStructType())
                                    ->getElementOffset(member)
                                    .getFixedValue() *
                                widening.lanes());
    } else {
      const uint64_t stride =
          step.getSequentialElementStride(widening.layout()).getFixedValue() * widening.lanes();
      llvm::Value* number = form(index);
      llvm::Type* type = number->getType()->getWithNewBitWidth(64);
      offset = builder.CreateMul(builder.CreateSExtOrTrunc(number, type),
                                 llvm::ConstantInt::get(type, stride));
    }
    result = builder.CreateGEP(builder.getInt8Ty(), result, offset);
  }
  if (uniform)
    widening.setScalar(address, result);
  else
    widening.setLeaves(address, {result});
}

llvm::Value* loadInterleaved(Widening& widening, llvm::Value* address, uint64_t offsetBytes,
                             llvm::Type* type) {
  llvm::IRBuilder<>& builder = widening.builder();
  const llvm::Align align(elementBytes(*address));
  if (widening.isUniform(*address))  // all lanes have the element, even if it is not theirs to use
    return builder.CreateAlignedLoad(widening.vectorOf(type),
                                     vectorAddress(widening, address, offsetBytes), align);
  return gather(widening, laneAddresses(widening, address, offsetBytes), {type, 1, align})
      .vectors[0];
}

void storeInterleaved(Widening& widening, llvm::Value* address, uint64_t offsetBytes,
                      llvm::Value* value) {
  llvm::IRBuilder<>& builder = widening.builder();
  const llvm::Align align(elementBytes(*address));
  if (widening.isUniform(*address) && widening.firstLaneIsActive)
    // Lanes that are not live have elements, too, which nobody reads.
    builder.CreateAlignedStore(value, vectorAddress(widening, address, offsetBytes), align);
  else if (widening.isUniform(*address))
    builder.CreateMaskedStore(value, vectorAddress(widening, address, offsetBytes), align,
                              widening.mask);
  else
    scatter(widening, laneAddresses(widening, address, offsetBytes),
            {value->getType()->getScalarType(), 1, align}, value);
}

}  // namespace lanewise
