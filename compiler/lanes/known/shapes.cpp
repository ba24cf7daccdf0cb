// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis that starts with ids and the addresses of private variables. Phis of loops are
// assumed to be strided until an operand says otherwise.
#include "compiler/lanes/known/shapes.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/sub_group_calls.h"
#include "compiler/lanes/known/masks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <bit>
#include <optional>

namespace lanewise {
namespace {

int64_t wrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

constexpr Shape kUniform{.kind = Shape::Uniform, .fitsSigned = true, .fitsUnsigned = true};
constexpr Shape kVarying{.kind = Shape::Varying};

Shape strided(int64_t stride, bool fitsSigned, bool fitsUnsigned) {
  return {.kind = stride == 0 ? Shape::Uniform : Shape::Strided,
          .stride = stride,
          .fitsSigned = fitsSigned,
          .fitsUnsigned = fitsUnsigned};
}

// A flag of an instruction does not hold for lanes for which it does not run, such as lane 0.
bool runsForAllLanes(const llvm::Instruction& instruction, const Masks& masks) {
  return masks.maskOf(*instruction.getParent()).isEntryBlock();
}

Shape withLowStride(int64_t stride) {
  return {.kind = Shape::Varying, .hasLowStride = true, .lowStride = stride};
}

// How the low 32 bits differ; nothing if they are not strided.
std::optional<int64_t> lowStrideOf(const Shape& shape) {
  if (shape.kind == Shape::Uniform || shape.kind == Shape::Strided) return shape.stride;
  return shape.hasLowStride ? std::optional(shape.lowStride) : std::nullopt;
}

// To more bits.
Shape extended(const Shape& operand, bool fitsUnsigned) {
  Shape shape = strided(operand.stride, true, fitsUnsigned);
  shape.isAligned = operand.isAligned;
  return shape;
}

// To more bits, of a value that may wrap.
Shape extendedLow(const llvm::Instruction& extension, const Shape& operand) {
  const llvm::Type* from = extension.getOperand(0)->getType();
  return from->getIntegerBitWidth() >= 32 ? withLowStride(operand.stride) : kVarying;
}

bool hasNoSignedWrap(const llvm::Instruction& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  return operation && operation->hasNoSignedWrap();
}

bool hasNoUnsignedWrap(const llvm::Instruction& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  return operation && operation->hasNoUnsignedWrap();
}

std::optional<int64_t> constantOf(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!number || number->getBitWidth() > 64) return std::nullopt;
  return number->getSExtValue();
}

}  // namespace

uint64_t bytesPerLane(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  return llvm::alignTo(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue(),
                       variable.getAlign());
}

Shapes::Shapes(llvm::Function& function, unsigned lanes, const Uniformity& uniformity,
               const Masks& masks)
    : lanes_(lanes),
      layout_(function.getParent()->getDataLayout()),
      uniformity_(uniformity),
      masks_(masks) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : order)
      for (const llvm::Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy() || uniformity.isUniform(instruction)) continue;
        Shape& known = shapes_[&instruction];
        if (known.kind == Shape::Varying && !known.hasLowStride) continue;
        const Shape shape = compute(instruction);
        changed |= shape != known;
        shapes_[&instruction] = shape;
      }
  }
  for (auto& entry : shapes_)
    if (entry.second.kind == Shape::Unknown) entry.second = kVarying;  // of values of themselves
}

Shape Shapes::of(const llvm::Value& value) const {
  if (!llvm::isa<llvm::Instruction>(value)) return kUniform;
  const auto found = shapes_.find(&value);
  if (found == shapes_.end()) return uniformity_.isUniform(value) ? kUniform : Shape{};
  return found->second;
}

// The same operation on the same values in all lanes. What it reads from memory is the same, too:
// lanes run together.
bool Shapes::repeats(const llvm::Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->isUnordered() || interleavedVariable(*load->getPointerOperand())) return false;
  } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (!call->doesNotAccessMemory() || call->isConvergent() || kernelCallOf(*call) ||
        subGroupCallOf(*call))
      return false;
  } else if (instruction.mayReadOrWriteMemory() ||
             llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction.operand_values(), [&](const llvm::Value* operand) {
    return of(*operand).kind == Shape::Uniform;
  });
}

Shape Shapes::compute(const llvm::Instruction& instruction) const {
  if (repeats(instruction)) return kUniform;
  const llvm::Type* type = instruction.getType();
  if (!type->isIntegerTy() && !type->isPointerTy()) return kVarying;
  if (std::optional<KernelCall> call = kernelCallOf(instruction)) {
    if (scopeOf(*call) != CallScope::Item || *call == KernelCall::RowId) return kVarying;
    Shape shape = strided(1, true, true);
    shape.isId = *call == KernelCall::GlobalId || *call == KernelCall::LocalId;
    shape.isAligned = *call == KernelCall::LocalId;
    return shape;
  }
  if (const auto name = subGroupCallOf(instruction)) {
    if (name->call != SubGroupCall::LocalId) return kVarying;
    Shape shape = strided(1, true, true);
    shape.isId = shape.isAligned = true;
    return shape;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return strided(static_cast<int64_t>(bytesPerLane(*variable, layout_)), true, true);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
      return masks_.blends(*instruction.getParent()) ? kVarying : ofChoice(instruction);
    case llvm::Instruction::Select:
      return of(*instruction.getOperand(0)).kind == Shape::Uniform ? ofChoice(instruction)
                                                                   : kVarying;
    case llvm::Instruction::GetElementPtr: return ofAddress(instruction);
    case llvm::Instruction::Freeze: return of(*instruction.getOperand(0));
    default: break;
  }
  if (instruction.isCast()) return ofCast(instruction);
  return ofArithmetic(instruction);
}

// A phi or a select: one of its operands, for all lanes.
Shape Shapes::ofChoice(const llvm::Instruction& instruction) const {
  Shape result;
  const unsigned first = llvm::isa<llvm::SelectInst>(instruction) ? 1 : 0;
  for (unsigned i = first; i < instruction.getNumOperands(); ++i) {
    const Shape operand = of(*instruction.getOperand(i));
    if (operand.kind == Shape::Unknown) continue;
    if (operand.kind == Shape::Varying) return kVarying;
    if (result.kind == Shape::Unknown) {
      result = operand;
      continue;
    }
    if (operand.stride != result.stride) return kVarying;
    result.isId &= operand.isId;
    result.isAligned &= operand.isAligned;
    result.fitsSigned &= operand.fitsSigned;
    result.fitsUnsigned &= operand.fitsUnsigned;
  }
  return result;
}

Shape Shapes::ofArithmetic(const llvm::Instruction& instruction) const {
  if (instruction.getNumOperands() != 2) return kVarying;
  const llvm::Value &left = *instruction.getOperand(0), &right = *instruction.getOperand(1);
  const Shape a = of(left), b = of(right);
  const unsigned opcode = instruction.getOpcode();
  if ((a.kind == Shape::Varying && !a.hasLowStride) ||
      (b.kind == Shape::Varying && !b.hasLowStride))
    return kVarying;
  if (a.kind == Shape::Unknown || b.kind == Shape::Unknown) return {};
  if (a.kind == Shape::Varying || b.kind == Shape::Varying) return ofLowBits(instruction, a, b);
  const bool fitsSigned = a.fitsSigned && b.fitsSigned && hasNoSignedWrap(instruction);
  const bool fitsUnsigned = a.fitsUnsigned && b.fitsUnsigned && hasNoUnsignedWrap(instruction) &&
                            runsForAllLanes(instruction, masks_);
  switch (opcode) {
    case llvm::Instruction::Or:
      if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return kVarying;
      return strided(wrappingSum(a.stride, b.stride), a.fitsSigned && b.fitsSigned,
                     a.fitsUnsigned && b.fitsUnsigned);
    case llvm::Instruction::Add:
      return strided(wrappingSum(a.stride, b.stride), fitsSigned, fitsUnsigned);
    case llvm::Instruction::Sub:
      return strided(wrappingSum(a.stride, wrappingSum(~b.stride, 1)), fitsSigned, fitsUnsigned);
    case llvm::Instruction::Mul: {
      const bool rightIsFactor = b.kind == Shape::Uniform;
      return ofProduct(instruction, rightIsFactor ? a : b, rightIsFactor ? right : left, false);
    }
    case llvm::Instruction::Shl: return ofProduct(instruction, a, right, true);
    case llvm::Instruction::And:  // zext(trunc(id)) to 32 bits
      if (const Shape part = ofAlignedPart(instruction, a); part.kind == Shape::Strided)
        return part;
      if (a.isId && constantOf(right) == 0xffffffff) return strided(a.stride, true, true);
      return kVarying;
    case llvm::Instruction::AShr: {  // sext(trunc(id)) to 32 bits
      const auto* shifted = llvm::dyn_cast<llvm::Instruction>(&left);
      if (shifted && shifted->getOpcode() == llvm::Instruction::Shl &&
          of(*shifted->getOperand(0)).isId && constantOf(*shifted->getOperand(1)) == 32 &&
          constantOf(right).value_or(64) <= 32)
        return strided(of(*shifted->getOperand(0)).stride << (32 - *constantOf(right)), true,
                       false);
      return ofAlignedPart(instruction, a);
    }
    default: return ofAlignedPart(instruction, a);
  }
}

// Carries go up only: the low bits of a sum, a difference or a product follow from those of its
// operands.
Shape Shapes::ofLowBits(const llvm::Instruction& instruction, const Shape& a,
                        const Shape& b) const {
  const std::optional<int64_t> left = lowStrideOf(a), right = lowStrideOf(b);
  if (!left || !right) return kVarying;
  int64_t stride = 0;
  bool overflows = false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add: overflows = __builtin_add_overflow(*left, *right, &stride); break;
    case llvm::Instruction::Sub: overflows = __builtin_sub_overflow(*left, *right, &stride); break;
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl: {
      const Shape product =
          ofProduct(instruction, strided(*left, false, false), *instruction.getOperand(1),
                    instruction.getOpcode() == llvm::Instruction::Shl);
      overflows = product.kind == Shape::Varying;
      stride = product.stride;
      break;
    }
    default: return kVarying;
  }
  return overflows ? kVarying : withLowStride(stride);
}

// The remainder or the quotient of an aligned value by a power of two of at least the lanes: rows
// and columns of a work-group. The value is not negative.
Shape Shapes::ofAlignedPart(const llvm::Instruction& instruction, const Shape& shape) const {
  const std::optional<int64_t> number = constantOf(*instruction.getOperand(1));
  if (!shape.isAligned || !number || *number < 0) return kVarying;
  const auto value = static_cast<uint64_t>(*number);
  const auto divides = [&](uint64_t divisor) {
    return divisor >= lanes_ && std::has_single_bit(divisor);
  };
  const auto remainder = [&](uint64_t divisor) {
    if (!divides(divisor)) return kVarying;
    Shape result = strided(1, true, true);
    result.isId = result.isAligned = true;  // less than a local id
    return result;
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::And: return remainder(value + 1);
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return remainder(value);
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv: return divides(value) ? kUniform : kVarying;
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return value < 32 && divides(uint64_t{1} << value) ? kUniform : kVarying;
    default: return kVarying;
  }
}

Shape Shapes::ofProduct(const llvm::Instruction& instruction, const Shape& shape,
                        const llvm::Value& factor, bool isShift) const {
  std::optional<int64_t> number = constantOf(factor);
  if (number && isShift)
    number = *number >= 0 && *number < 62 ? std::optional(int64_t{1} << *number) : std::nullopt;
  int64_t stride = 0;
  if (!number || __builtin_mul_overflow(shape.stride, *number, &stride)) return kVarying;
  return strided(
      stride, shape.fitsSigned && hasNoSignedWrap(instruction),
      shape.fitsUnsigned && hasNoUnsignedWrap(instruction) && runsForAllLanes(instruction, masks_));
}

Shape Shapes::ofCast(const llvm::Instruction& instruction) const {
  const Shape operand = of(*instruction.getOperand(0));
  if (operand.kind == Shape::Varying && operand.hasLowStride) {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) return operand;
    if (!llvm::isa<llvm::TruncInst>(instruction)) return kVarying;
    const bool onlyLow = instruction.getType()->getIntegerBitWidth() <= 32;
    return onlyLow ? strided(operand.lowStride, false, false) : operand;
  }
  if (operand.kind != Shape::Strided) return operand;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Trunc: {
      const bool fits = operand.isId && instruction.getType()->getIntegerBitWidth() >= 32;
      Shape shape = strided(operand.stride, fits, fits);
      shape.isAligned = fits && operand.isAligned;
      return shape;
    }
    case llvm::Instruction::SExt:
      return operand.fitsSigned ? extended(operand, false) : extendedLow(instruction, operand);
    case llvm::Instruction::ZExt:
      if (operand.fitsUnsigned || (operand.fitsSigned && instruction.hasNonNeg()))
        return extended(operand, operand.fitsUnsigned);
      return extendedLow(instruction, operand);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr: {
      const llvm::Type* from = instruction.getOperand(0)->getType();
      if (layout_.getTypeSizeInBits(const_cast<llvm::Type*>(from)).getFixedValue() != 64 ||
          layout_.getTypeSizeInBits(instruction.getType()).getFixedValue() != 64)
        return kVarying;
      return strided(operand.stride, false, false);
    }
    default: return kVarying;
  }
}

Shape Shapes::ofAddress(const llvm::Instruction& instruction) const {
  int64_t stride = of(*instruction.getOperand(0)).stride;
  for (const llvm::Value* operand : instruction.operand_values()) {
    const Shape::Kind kind = of(*operand).kind;
    if (kind != Shape::Uniform && kind != Shape::Strided) return {kind};
  }
  for (auto step = llvm::gep_type_begin(instruction), end = llvm::gep_type_end(instruction);
       step != end; ++step) {
    if (step.isStruct()) continue;
    const Shape index = of(*step.getOperand());
    if (index.kind == Shape::Uniform) continue;
    if (step.getOperand()->getType()->getScalarSizeInBits() < 64 && !index.fitsSigned)
      return kVarying;
    int64_t bytes = 0;
    if (__builtin_mul_overflow(index.stride,
                               step.getSequentialElementStride(layout_).getFixedValue(), &bytes))
      return kVarying;
    stride += bytes;
  }
  return strided(stride, true, true);
}

}  // namespace lanewise
