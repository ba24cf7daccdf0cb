// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of each operation. Logic, shifts by constants and conversions of integers are exact;
// sums have the unwritten bits of their operands; of all others the whole element is unwritten.
#include "compiler/checks/value_shadows.h"

#include "compiler/contract/called_functions.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

bool isClean(const llvm::Value* shadow) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(shadow);
  return constant && constant->isNullValue();
}

bool hasShape(llvm::Type* type) {
  if (type->isAggregateType())
    return llvm::all_of(type->subtypes(), [](llvm::Type* part) { return hasShape(part); });
  return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy();
}

/// What nobody has written of a constant: undefined parts.
llvm::Constant* ofConstant(llvm::Constant& constant, llvm::Type* type) {
  if (llvm::isa<llvm::UndefValue>(constant)) return llvm::Constant::getAllOnesValue(type);
  auto* vector = llvm::dyn_cast<llvm::ConstantVector>(&constant);
  if (!vector) return llvm::Constant::getNullValue(type);
  llvm::SmallVector<llvm::Constant*> parts;
  for (llvm::Use& part : vector->operands())
    parts.push_back(ofConstant(*llvm::cast<llvm::Constant>(part), type->getScalarType()));
  return llvm::ConstantVector::get(parts);
}

/// What it gives has a shadow of its own, whatever its operands are.
bool hasOwnShadow(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return call->getCalledFunction() && isOutOfLine(*call->getCalledFunction());
  return llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

bool isUndefined(const llvm::Value* value) {
  if (llvm::isa<llvm::UndefValue>(value)) return !value->getType()->isAggregateType();
  const auto* vector = llvm::dyn_cast<llvm::ConstantVector>(value);
  return vector && llvm::any_of(vector->operands(), [](const llvm::Use& part) {
           return llvm::isa<llvm::UndefValue>(part);
         });
}

}  // namespace

ValueShadows::ValueShadows(llvm::Function& function, llvm::ArrayRef<llvm::Value*> sources)
    : sources_(sources.begin(), sources.end()) {
  llvm::SmallVector<const llvm::Value*> open(sources.begin(), sources.end());
  tainted_.insert(sources.begin(), sources.end());
  const auto add = [&](const llvm::Value* value) {
    if (hasShape(value->getType()) && tainted_.insert(value).second) open.push_back(value);
  };
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (!hasOwnShadow(instruction) &&
          llvm::any_of(instruction.operands(),
                       [](const llvm::Use& operand) { return isUndefined(operand); }))
        add(&instruction);
  while (!open.empty())
    for (const llvm::User* user : open.pop_back_val()->users())
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        if (!hasOwnShadow(*instruction)) add(instruction);
}

llvm::Type* ValueShadows::typeOf(llvm::Type* type) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<llvm::Type*> parts;
    for (llvm::Type* part : structure->elements()) parts.push_back(typeOf(part));
    return llvm::StructType::get(type->getContext(), parts, structure->isPacked());
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ArrayType::get(typeOf(array->getElementType()), array->getNumElements());
  llvm::Type* element = type->getScalarType();
  const unsigned bits = element->isPointerTy() ? 64 : element->getPrimitiveSizeInBits();
  return type->getWithNewType(llvm::IntegerType::get(type->getContext(), bits));
}

llvm::Value* ValueShadows::of(llvm::Value* value) {
  if (auto known = shadows_.find(value); known != shadows_.end()) return known->second;
  llvm::Type* type = typeOf(value->getType());
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value))
    if (!type->isAggregateType()) return ofConstant(*constant, type);
  return llvm::Constant::getNullValue(type);
}

llvm::Value* ValueShadows::any(llvm::IRBuilderBase& builder, llvm::Value* shadow) {
  if (isClean(shadow)) return nullptr;
  llvm::Type* type = shadow->getType();
  if (type->isAggregateType()) {
    llvm::Value* result = nullptr;
    const unsigned count = type->isStructTy() ? type->getStructNumElements()
                                              : static_cast<unsigned>(type->getArrayNumElements());
    for (unsigned i = 0; i < count; ++i)
      if (llvm::Value* part = any(builder, builder.CreateExtractValue(shadow, i)))
        result = result ? builder.CreateOr(result, part) : part;
    return result;
  }
  if (type->isVectorTy()) {
    const unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
    shadow = builder.CreateBitCast(shadow, builder.getIntNTy(bits));
  }
  return builder.CreateIsNotNull(shadow);
}

llvm::Value* ValueShadows::join(llvm::IRBuilderBase& builder, llvm::Value* a, llvm::Value* b) {
  if (isClean(a)) return b;
  return isClean(b) ? a : builder.CreateOr(a, b);
}

/// Each element of the result depends on the same elements of the operands, or on all.
llvm::Value* ValueShadows::spread(llvm::IRBuilderBase& builder, llvm::Instruction& instruction) {
  llvm::Type* type = typeOf(instruction.getType());
  if (type->isAggregateType()) return llvm::Constant::getNullValue(type);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Value* result = llvm::Constant::getNullValue(type);
  for (llvm::Use& use : instruction.operands()) {
    if (!use->getType()->isFirstClassType() || !hasShape(use->getType())) continue;
    llvm::Value* shadow = of(use);
    if (isClean(shadow)) continue;
    const auto* other = llvm::dyn_cast<llvm::FixedVectorType>(shadow->getType());
    llvm::Value* bad = nullptr;
    if (vector && other && vector->getNumElements() == other->getNumElements())
      bad = builder.CreateICmpNE(shadow, llvm::Constant::getNullValue(shadow->getType()));
    else if ((bad = any(builder, shadow)) && vector)
      bad = builder.CreateVectorSplat(vector->getElementCount(), bad);
    if (bad) result = join(builder, result, builder.CreateSExt(bad, type));
  }
  return result;
}

// Equality is known where a bit that both have written differs.
llvm::Value* ValueShadows::ofComparison(llvm::IRBuilderBase& builder,
                                        llvm::Instruction& comparison) {
  auto& compare = llvm::cast<llvm::CmpInst>(comparison);
  llvm::Value *a = compare.getOperand(0), *b = compare.getOperand(1);
  llvm::Value* shadow = join(builder, of(a), of(b));
  llvm::Value* zero = llvm::Constant::getNullValue(shadow->getType());
  llvm::Value* isBad = builder.CreateICmpNE(shadow, zero);
  if (!compare.isEquality() || !a->getType()->isIntOrIntVectorTy()) return isBad;
  llvm::Value* differs = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateNot(shadow));
  return builder.CreateAnd(isBad, builder.CreateICmpEQ(differs, zero));
}

llvm::Value* ValueShadows::ofSelect(llvm::IRBuilderBase& builder, llvm::Instruction& instruction) {
  auto& select = llvm::cast<llvm::SelectInst>(instruction);
  llvm::Value *yes = of(select.getTrueValue()), *no = of(select.getFalseValue());
  if (yes->getType()->isAggregateType()) return yes;
  llvm::Value* chosen = yes == no ? yes : builder.CreateSelect(select.getCondition(), yes, no);
  llvm::Value* condition = of(select.getCondition());
  if (isClean(condition)) return chosen;
  llvm::Value* either = join(builder, yes, no);
  llvm::Type* type = select.getType();
  if (type->isIntOrIntVectorTy())
    either =
        builder.CreateOr(either, builder.CreateXor(select.getTrueValue(), select.getFalseValue()));
  else
    either = llvm::Constant::getAllOnesValue(chosen->getType());
  return builder.CreateSelect(condition, either, chosen);
}

// A written bit that decides alone makes the result written.
llvm::Value* ValueShadows::ofLogic(llvm::IRBuilderBase& builder, llvm::Instruction& logic) {
  llvm::Value *a = logic.getOperand(0), *b = logic.getOperand(1);
  llvm::Value *shadowA = of(a), *shadowB = of(b);
  const auto decides = [&](llvm::Value* value) {
    return logic.getOpcode() == llvm::Instruction::Or ? builder.CreateNot(value) : value;
  };
  llvm::Value* result = llvm::Constant::getNullValue(shadowA->getType());
  if (!isClean(shadowA)) result = join(builder, result, builder.CreateAnd(shadowA, decides(b)));
  if (!isClean(shadowB)) result = join(builder, result, builder.CreateAnd(shadowB, decides(a)));
  if (!isClean(shadowA) && !isClean(shadowB))
    result = join(builder, result, builder.CreateAnd(shadowA, shadowB));
  return result;
}

llvm::Value* ValueShadows::compute(llvm::IRBuilderBase& builder, llvm::Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  llvm::Type* type = typeOf(instruction.getType());
  const auto operand = [&](unsigned i) { return of(instruction.getOperand(i)); };
  switch (opcode) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or: return ofLogic(builder, instruction);
    case llvm::Instruction::Xor:
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul: return join(builder, operand(0), operand(1));
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      if (!isClean(operand(1))) return spread(builder, instruction);
      return builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(opcode), operand(0),
                                 instruction.getOperand(1));
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
      return builder.CreateCast(static_cast<llvm::Instruction::CastOps>(opcode), operand(0), type);
    case llvm::Instruction::BitCast: return builder.CreateBitCast(operand(0), type);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr: return builder.CreateSExtOrTrunc(operand(0), type);
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::FNeg: return operand(0);
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp: return ofComparison(builder, instruction);
    case llvm::Instruction::Select: return ofSelect(builder, instruction);
    case llvm::Instruction::ExtractElement:
      return builder.CreateExtractElement(operand(0), instruction.getOperand(1));
    case llvm::Instruction::InsertElement:
      return builder.CreateInsertElement(operand(0), operand(1), instruction.getOperand(2));
    case llvm::Instruction::ShuffleVector:
      return builder.CreateShuffleVector(
          operand(0), operand(1),
          llvm::cast<llvm::ShuffleVectorInst>(instruction).getShuffleMask());
    case llvm::Instruction::ExtractValue:
      return builder.CreateExtractValue(
          operand(0), llvm::cast<llvm::ExtractValueInst>(instruction).getIndices());
    case llvm::Instruction::InsertValue:
      return builder.CreateInsertValue(operand(0), operand(1),
                                       llvm::cast<llvm::InsertValueInst>(instruction).getIndices());
    default: return spread(builder, instruction);
  }
}

void ValueShadows::visit(llvm::Instruction& instruction) {
  if (!mayBeUnwritten(&instruction) || sources_.contains(&instruction)) return;
  llvm::IRBuilder<> builder(instruction.getContext());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    builder.SetInsertPoint(phi);
    set(phi, builder.CreatePHI(typeOf(phi->getType()), phi->getNumIncomingValues()));
    return;
  }
  const auto place = instruction.getInsertionPointAfterDef();
  if (!place) return;
  builder.SetInsertPoint(*place);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  set(&instruction, compute(builder, instruction));
}

void ValueShadows::finish() {
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis;
  for (const auto& [value, shadow] : shadows_)
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value))
      if (!sources_.contains(value)) phis.emplace_back(phi, llvm::cast<llvm::PHINode>(shadow));
  for (const auto& [phi, shadow] : phis)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      shadow->addIncoming(of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

}  // namespace lanewise
