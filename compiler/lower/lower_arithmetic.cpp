// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-arithmetic: gives a value to instructions that LLVM leaves undefined for some operands, as
// OpenCL requires, so that neither the processor nor the optimizer fails on them. The same applies
// to operands that are already undefined, such as constants divided by zero.
#include "compiler/contract/pass.h"

#include "compiler/contract/preserved_analyses.h"
#include "compiler/lower/library_calls.h"
#include "compiler/lower/variant_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

namespace lanewise {

/// Ensures: division, shifts and conversions have a value for all operands; no frem is left.
MODULE_PASS(LowerArithmeticPass);

namespace {

bool isSafeDivisor(const llvm::Value* divisor, bool mayOverflow) {
  const llvm::APInt* constant;
  if (!llvm::PatternMatch::match(divisor, llvm::PatternMatch::m_APInt(constant))) return false;
  return !constant->isZero() && !(mayOverflow && constant->isAllOnes());
}

bool mayBeLeast(const llvm::BinaryOperator& division) {
  const llvm::DataLayout& layout = division.getModule()->getDataLayout();
  return llvm::computeKnownBits(division.getOperand(0), layout)
      .getSignedMinValue()
      .isMinSignedValue();
}

// x / 0 and x / -1 divide by 1, and the second quotient changes its sign: INT_MIN / -1 traps. So
// the divisor depends on the source's divisor alone, and is the same for all work-items if that is.
void guardDivision(llvm::BinaryOperator& division) {
  const bool isQuotient = division.getOpcode() == llvm::Instruction::SDiv;
  const bool isSigned = isQuotient || division.getOpcode() == llvm::Instruction::SRem;
  const bool mayOverflow = isSigned && mayBeLeast(division);
  if (isSafeDivisor(division.getOperand(1), mayOverflow)) return;
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Constant *one = llvm::ConstantInt::get(type, 1),
                 *minusOne = llvm::Constant::getAllOnesValue(type);
  llvm::Value* divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Value* bad = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  llvm::Value* negates = builder.CreateICmpEQ(divisor, minusOne);
  if (mayOverflow) bad = builder.CreateOr(bad, negates);
  division.setOperand(1, builder.CreateSelect(bad, one, divisor));
  if (division.isExact()) division.setIsExact(false);
  if (!isQuotient || !mayOverflow) return;
  builder.SetInsertPoint(division.getNextNode());
  auto* product = llvm::cast<llvm::Instruction>(
      llvm::BinaryOperator::CreateMul(&division, builder.CreateSelect(negates, minusOne, one)));
  builder.Insert(product);
  division.replaceUsesWithIf(product,
                             [&](const llvm::Use& use) { return use.getUser() != product; });
}

// Shifts count modulo the width.
void maskShift(llvm::BinaryOperator& shift) {
  llvm::Type* type = shift.getType();
  const unsigned bits = type->getScalarSizeInBits();
  const llvm::APInt* constant;
  if (llvm::PatternMatch::match(shift.getOperand(1), llvm::PatternMatch::m_APInt(constant)) &&
      constant->ult(bits))
    return;
  llvm::IRBuilder<> builder(&shift);
  llvm::Value* mask = llvm::ConstantInt::get(type, bits - 1);
  if (llvm::isPowerOf2_32(bits))
    shift.setOperand(1, builder.CreateAnd(shift.getOperand(1), mask));
  else
    shift.setOperand(1,
                     builder.CreateURem(shift.getOperand(1), llvm::ConstantInt::get(type, bits)));
}

// A conversion out of range is some value, the same wherever it is used.
void freezeConversion(llvm::CastInst& conversion) {
  llvm::IRBuilder<> builder(conversion.getNextNode());
  llvm::Value* frozen = builder.CreateFreeze(&conversion);
  conversion.replaceUsesWithIf(frozen, [&](llvm::Use& use) { return use.getUser() != frozen; });
}

// Code generation would call the C library.
void callRemainder(llvm::BinaryOperator& remainder) {
  llvm::IRBuilder<> builder(&remainder);
  llvm::Type* type = remainder.getType();
  llvm::Value* const operands[] = {remainder.getOperand(0), remainder.getOperand(1)};
  llvm::Value* result = callVectorVariants(builder, "fmod", type, operands, {0, 0});
  if (!result)
    result =
        mapLanes(builder, type, operands, {0, 0}, [&](llvm::ArrayRef<llvm::Value*> components) {
          return callLibrary(builder, "fmod", type->getScalarType(), components);
        });
  remainder.replaceAllUsesWith(result);
  remainder.eraseFromParent();
}

// Null if every part of it is defined, or its type has no zero.
llvm::Constant* definedConstant(llvm::Constant& constant) {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::UndefValue>(constant))  // poison is one
    return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy() ||
                   type->isAggregateType()
               ? llvm::Constant::getNullValue(type)
               : nullptr;
  if (!llvm::isa<llvm::ConstantVector>(constant)) return nullptr;
  llvm::SmallVector<llvm::Constant*, 16> elements;
  bool changed = false;
  for (llvm::Use& element : constant.operands()) {
    auto* old = llvm::cast<llvm::Constant>(element.get());
    llvm::Constant* defined = definedConstant(*old);
    changed |= defined != nullptr;
    elements.push_back(defined ? defined : old);
  }
  return changed ? llvm::ConstantVector::get(elements) : nullptr;
}

// What is built up from nothing, and whose lanes nobody reads before they are set.
bool isBase(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (!llvm::isa<llvm::UndefValue>(use.get())) return false;
  return llvm::isa<llvm::ShuffleVectorInst>(user) ||
         (use.getOperandNo() == 0 &&
          llvm::isa<llvm::InsertElementInst, llvm::InsertValueInst>(user));
}

void defineOperands(llvm::Instruction& instruction) {
  for (llvm::Use& operand : instruction.operands())
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        constant && !isBase(operand))
      if (llvm::Constant* defined = definedConstant(*constant)) operand.set(defined);
}

void lower(llvm::Instruction& instruction) {
  defineOperands(instruction);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return guardDivision(llvm::cast<llvm::BinaryOperator>(instruction));
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return maskShift(llvm::cast<llvm::BinaryOperator>(instruction));
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
      return freezeConversion(llvm::cast<llvm::CastInst>(instruction));
    case llvm::Instruction::FRem:
      return callRemainder(llvm::cast<llvm::BinaryOperator>(instruction));
    default: return;
  }
}

}  // namespace

llvm::PreservedAnalyses LowerArithmeticPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      lower(instruction);
  return preservesControlFlow();
}

}  // namespace lanewise
