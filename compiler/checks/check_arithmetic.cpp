// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-arithmetic: for builds with kCheckArithmeticFlag. Operations of the source whose result
// OpenCL leaves undefined or to the implementation, and the first operation that makes a NaN, are
// reported. They are executed as ever.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/contract/check_reports.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Ensures: functions of a module with kCheckArithmeticFlag report such operations. Why here: later
/// passes give them results, and LLVM may take them for impossible.
MODULE_PASS(CheckArithmeticPass);

namespace {

using Builder = llvm::IRBuilder<>;

/// A defect of the instruction: what the report says, and when it is one (i1 or a vector of it).
struct Defect {
  llvm::StringRef text;
  llvm::Value* isThere;
};

llvm::Constant* integer(llvm::Type* type, const llvm::APInt& value) {
  return llvm::ConstantInt::get(type, value);
}

llvm::SmallVector<Defect, 2> ofDivision(Builder& builder, llvm::BinaryOperator& division) {
  llvm::Type* type = division.getType();
  llvm::Value* divisor = division.getOperand(1);
  llvm::SmallVector<Defect, 2> defects = {
      {"a division by zero", builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type))}};
  const unsigned opcode = division.getOpcode();
  if (opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::URem) return defects;
  const auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
  defects.push_back(
      {"the quotient of the smallest number and -1",
       builder.CreateAnd(builder.CreateICmpEQ(division.getOperand(0), integer(type, least)),
                         builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)))});
  return defects;
}

// The front end writes a shift by the lowest bits of what the source has, as OpenCL wants.
llvm::SmallVector<Defect, 2> ofShift(Builder& builder, llvm::BinaryOperator& shift) {
  llvm::Type* type = shift.getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Value *amount = shift.getOperand(1), *whole;
  if (llvm::PatternMatch::match(
          amount, llvm::PatternMatch::m_And(llvm::PatternMatch::m_Value(whole),
                                            llvm::PatternMatch::m_SpecificInt(bits - 1))))
    amount = whole;
  return {{"a shift by the width of the number or more",
           builder.CreateICmpUGE(amount, integer(type, llvm::APInt(bits, bits)))}};
}

llvm::SmallVector<Defect, 2> ofSum(Builder& builder, llvm::BinaryOperator& sum) {
  if (!sum.hasNoSignedWrap()) return {};
  const llvm::Intrinsic::ID id =
      sum.getOpcode() == llvm::Instruction::Add   ? llvm::Intrinsic::sadd_with_overflow
      : sum.getOpcode() == llvm::Instruction::Sub ? llvm::Intrinsic::ssub_with_overflow
                                                  : llvm::Intrinsic::smul_with_overflow;
  llvm::Value* both = builder.CreateBinaryIntrinsic(id, sum.getOperand(0), sum.getOperand(1));
  return {{"a signed result that overflows", builder.CreateExtractValue(both, 1)}};
}

// NaN is outside of each range.
llvm::SmallVector<Defect, 2> ofConversion(Builder& builder, llvm::CastInst& cast) {
  llvm::Type* from = cast.getSrcTy();
  const unsigned bits = cast.getType()->getScalarSizeInBits();
  const bool isSigned = cast.getOpcode() == llvm::Instruction::FPToSI;
  // Bounds that the type has: the range is open at 2^n, and above -1 or -2^n - 1.
  llvm::APFloat end(from->getScalarType()->getFltSemantics(), 1);
  end = llvm::scalbn(end, static_cast<int>(isSigned ? bits - 1 : bits),
                     llvm::APFloat::rmNearestTiesToEven);
  llvm::APFloat begin = end;
  begin.changeSign();
  llvm::Value* value = cast.getOperand(0);
  llvm::Value* isBelowEnd = end.isInfinity()
                                ? builder.CreateFCmpOEQ(value, value)
                                : builder.CreateFCmpOLT(value, llvm::ConstantFP::get(from, end));
  llvm::Value* isAboveBegin =
      !isSigned            ? builder.CreateFCmpOGT(value, llvm::ConstantFP::get(from, -1.0))
      : begin.isInfinity() ? builder.CreateFCmpOEQ(value, value)
                           : builder.CreateFCmpOGE(value, llvm::ConstantFP::get(from, begin));
  return {{"a conversion of a number that the integer type does not have",
           builder.CreateNot(builder.CreateAnd(isBelowEnd, isAboveBegin))}};
}

bool makesFloat(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem: return true;
    case llvm::Instruction::Call: break;
    default: return false;
  }
  const auto& call = llvm::cast<llvm::CallInst>(instruction);
  const llvm::Function* function = call.getCalledFunction();
  // Functions of the program have operations of their own.
  return function && function->isDeclaration() && call.getType()->isFPOrFPVectorTy() &&
         llvm::any_of(call.args(), [](const llvm::Use& argument) {
           return argument->getType()->isFPOrFPVectorTy();
         });
}

llvm::Value* anyElement(Builder& builder, llvm::Value* flags) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(flags->getType());
  if (!vector) return flags;
  llvm::Value* result = builder.CreateExtractElement(flags, uint64_t(0));
  for (uint64_t i = 1; i < vector->getNumElements(); ++i)
    result = builder.CreateOr(result, builder.CreateExtractElement(flags, i));
  return result;
}

// Behind the instruction.
llvm::SmallVector<Defect, 2> ofNewNan(Builder& builder, llvm::Instruction& instruction) {
  const auto isNan = [&](llvm::Value* value) { return builder.CreateFCmpUNO(value, value); };
  llvm::Value* isThere = isNan(&instruction);
  for (llvm::Use& operand : instruction.operands()) {
    if (!operand->getType()->isFPOrFPVectorTy()) continue;
    llvm::Value* had = isNan(operand);
    if (had->getType() == isThere->getType())
      isThere = builder.CreateAnd(isThere, builder.CreateNot(had));
    else
      isThere = builder.CreateAnd(anyElement(builder, isThere),
                                  builder.CreateNot(anyElement(builder, had)));
  }
  return {{"a result that is NaN, of numbers that are not", isThere}};
}

llvm::SmallVector<Defect, 2> defectsOf(Builder& builder, llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return ofDivision(builder, llvm::cast<llvm::BinaryOperator>(instruction));
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return ofShift(builder, llvm::cast<llvm::BinaryOperator>(instruction));
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
      return ofSum(builder, llvm::cast<llvm::BinaryOperator>(instruction));
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
      return ofConversion(builder, llvm::cast<llvm::CastInst>(instruction));
    default:
      if (!makesFloat(instruction)) return {};
      builder.SetInsertPoint(instruction.getNextNode());
      return ofNewNan(builder, instruction);
  }
}

bool check(llvm::Instruction& instruction) {
  Builder builder(&instruction);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  const llvm::SmallVector<Defect, 2> defects = defectsOf(builder, instruction);
  if (defects.empty()) return false;
  llvm::Instruction* place = &*builder.GetInsertPoint();
  for (const Defect& defect : defects) {
    builder.SetInsertPoint(place);
    const std::string site = siteText("arithmetic", defect.text, "", instruction);
    reportIf(anyElement(builder, defect.isThere), *place, [&](llvm::IRBuilderBase& inside) {
      inside.SetCurrentDebugLocation(instruction.getDebugLoc());
      emitReport(inside, site);
    });
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses CheckArithmeticPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckArithmeticFlag)) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Instruction*> instructions;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      instructions.push_back(&instruction);
  bool changed = false;
  for (llvm::Instruction* instruction : instructions) changed |= check(*instruction);
  if (changed)
    for (llvm::Function& function : module)
      if (isKernel(function)) function.addFnAttr(kUsesHostCallsAttribute);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
