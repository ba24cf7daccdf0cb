// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of intrinsics, and the few instructions that need more than one.
#include "compiler/lower/opencl_std_inline.h"

#include "compiler/target/vector_registers.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

struct Row {
  llvm::StringRef instruction;
  llvm::Intrinsic::ID intrinsic;
};

// Exact or correctly rounded for every type and level.
constexpr Row kIntrinsics[] = {
    {"mad", llvm::Intrinsic::fmuladd},        {"fabs", llvm::Intrinsic::fabs},
    {"copysign", llvm::Intrinsic::copysign},  {"ceil", llvm::Intrinsic::ceil},
    {"floor", llvm::Intrinsic::floor},        {"trunc", llvm::Intrinsic::trunc},
    {"rint", llvm::Intrinsic::rint},          {"sqrt", llvm::Intrinsic::sqrt},
    {"half_sqrt", llvm::Intrinsic::sqrt},     {"native_sqrt", llvm::Intrinsic::sqrt},
    {"s_min", llvm::Intrinsic::smin},         {"s_max", llvm::Intrinsic::smax},
    {"u_min", llvm::Intrinsic::umin},         {"u_max", llvm::Intrinsic::umax},
    {"s_add_sat", llvm::Intrinsic::sadd_sat}, {"u_add_sat", llvm::Intrinsic::uadd_sat},
    {"s_sub_sat", llvm::Intrinsic::ssub_sat}, {"u_sub_sat", llvm::Intrinsic::usub_sat},
    {"popcount", llvm::Intrinsic::ctpop},
};

llvm::Value* select(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Value* choice = call.getArgOperand(2);
  llvm::Value* zero = llvm::Constant::getNullValue(choice->getType());
  // The highest bit of a vector's component decides; for a scalar, any bit.
  llvm::Value* second = choice->getType()->isVectorTy() ? builder.CreateICmpSLT(choice, zero)
                                                        : builder.CreateICmpNE(choice, zero);
  return builder.CreateSelect(second, call.getArgOperand(1), call.getArgOperand(0));
}

llvm::Value* bitselect(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Type* type =
      call.getType()->getWithNewType(builder.getIntNTy(call.getType()->getScalarSizeInBits()));
  llvm::Value* zeros = builder.CreateBitCast(call.getArgOperand(0), type);
  llvm::Value* ones = builder.CreateBitCast(call.getArgOperand(1), type);
  llvm::Value* mask = builder.CreateBitCast(call.getArgOperand(2), type);
  llvm::Value* bits = builder.CreateOr(builder.CreateAnd(ones, mask),
                                       builder.CreateAnd(zeros, builder.CreateNot(mask)));
  return builder.CreateBitCast(bits, call.getType());
}

llvm::Value* multiplyHigh(llvm::IRBuilderBase& builder, llvm::CallInst& call, bool isSigned) {
  llvm::Type* type = call.getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type* wide = type->getWithNewBitWidth(2 * bits);
  auto widen = [&](llvm::Value* value) {
    return isSigned ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  llvm::Value* product =
      builder.CreateMul(widen(call.getArgOperand(0)), widen(call.getArgOperand(1)));
  return builder.CreateTrunc(builder.CreateLShr(product, bits), type);
}

// The offset counts vectors; the address needs the alignment of an element only.
llvm::Value* vectorAddress(llvm::IRBuilderBase& builder, llvm::Type* type, llvm::Value* base,
                           llvm::Value* offset) {
  const auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  llvm::Value* elements = builder.CreateMul(
      offset, llvm::ConstantInt::get(offset->getType(), vector->getNumElements()));
  return builder.CreateGEP(vector->getElementType(), base, elements);
}

llvm::Align elementAlign(llvm::Type* type) { return llvm::Align(type->getScalarSizeInBits() / 8); }

// Operands: offset, pointer, component count.
llvm::Value* vectorLoad(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  if (!call.getType()->isVectorTy()) return nullptr;
  llvm::Value* address =
      vectorAddress(builder, call.getType(), call.getArgOperand(1), call.getArgOperand(0));
  return builder.CreateAlignedLoad(call.getType(), address, elementAlign(call.getType()));
}

// Operands: data, offset, pointer.
llvm::Value* vectorStore(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Value* data = call.getArgOperand(0);
  if (!data->getType()->isVectorTy()) return nullptr;
  llvm::Value* address =
      vectorAddress(builder, data->getType(), call.getArgOperand(2), call.getArgOperand(1));
  return builder.CreateAlignedStore(data, address, elementAlign(data->getType()));
}

// A constant mask becomes a shuffle of LLVM; indices are modulo the number of components.
llvm::Value* shuffle(llvm::IRBuilderBase& builder, llvm::CallInst& call, bool two) {
  auto* mask = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(two ? 2 : 1));
  auto* source = llvm::dyn_cast<llvm::FixedVectorType>(call.getArgOperand(0)->getType());
  if (!mask || !source) return nullptr;
  const auto* maskType = llvm::cast<llvm::FixedVectorType>(mask->getType());
  const unsigned count = source->getNumElements() * (two ? 2 : 1);
  llvm::SmallVector<int, 16> indices;
  for (unsigned i = 0; i < maskType->getNumElements(); ++i) {
    const auto* index = llvm::dyn_cast_or_null<llvm::ConstantInt>(mask->getAggregateElement(i));
    if (!index) return nullptr;
    indices.push_back(static_cast<int>(index->getZExtValue() % count));
  }
  llvm::Value* first = call.getArgOperand(0);
  return builder.CreateShuffleVector(first, two ? call.getArgOperand(1) : first, indices);
}

llvm::Value* rotate(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Value* value = call.getArgOperand(0);
  return builder.CreateIntrinsic(llvm::Intrinsic::fshl, {call.getType()},
                                 {value, value, call.getArgOperand(1)});
}

// Fused with one rounding; half computed in f32 would be rounded twice.
llvm::Value* fusedMultiplyAdd(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  if (call.getType()->getScalarType()->isHalfTy() && !computesHalf(*call.getModule()))
    return nullptr;
  return builder.CreateIntrinsic(llvm::Intrinsic::fma, {call.getType()},
                                 llvm::SmallVector<llvm::Value*, 3>(call.args()));
}

// A division that expand-estimates computes by the processor's estimate.
llvm::Value* divide(llvm::IRBuilderBase& builder, llvm::Value* numerator, llvm::Value* divisor) {
  llvm::Value* quotient = builder.CreateFDiv(numerator, divisor);
  if (auto* division = llvm::dyn_cast<llvm::Instruction>(quotient))
    division->setHasAllowReciprocal(true);
  return quotient;
}

llvm::Value* inverseRoot(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::CallInst* root =
      builder.CreateIntrinsic(llvm::Intrinsic::sqrt, {call.getType()}, {call.getArgOperand(0)});
  root->setHasApproxFunc(true);
  return divide(builder, llvm::ConstantFP::get(call.getType(), 1), root);
}

bool isRelaxedFloat(const llvm::CallInst& call) {
  return call.getType()->getScalarType()->isFloatTy() && call.hasApproxFunc();
}

// The minimum or maximum. Code generation would call the C library for half.
llvm::Value* extremum(llvm::IRBuilderBase& builder, llvm::CallInst& call,
                      llvm::Intrinsic::ID intrinsic) {
  if (call.getType()->getScalarType()->isHalfTy()) return nullptr;
  return builder.CreateBinaryIntrinsic(intrinsic, call.getArgOperand(0), call.getArgOperand(1));
}

}  // namespace

llvm::Value* expandOpenclStd(llvm::IRBuilderBase& builder, llvm::StringRef instruction,
                             llvm::CallInst& call) {
  for (const Row& row : kIntrinsics)
    if (row.instruction == instruction)
      return builder.CreateIntrinsic(row.intrinsic, {call.getType()},
                                     llvm::SmallVector<llvm::Value*, 3>(call.args()));
  if (instruction == "half_divide")
    return builder.CreateFDiv(call.getArgOperand(0), call.getArgOperand(1));
  if (instruction == "native_divide")
    return divide(builder, call.getArgOperand(0), call.getArgOperand(1));
  if (instruction == "half_recip" || instruction == "native_recip")
    return divide(builder, llvm::ConstantFP::get(call.getType(), 1), call.getArgOperand(0));
  if (instruction == "half_rsqrt" || instruction == "native_rsqrt" ||
      (instruction == "rsqrt" && isRelaxedFloat(call)))
    return inverseRoot(builder, call);
  if (instruction == "fmin") return extremum(builder, call, llvm::Intrinsic::minnum);
  if (instruction == "fmax") return extremum(builder, call, llvm::Intrinsic::maxnum);
  if (instruction == "fma") return fusedMultiplyAdd(builder, call);
  if (instruction == "clz" || instruction == "ctz")
    return builder.CreateIntrinsic(
        instruction == "clz" ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz, {call.getType()},
        {call.getArgOperand(0), builder.getFalse()});
  if (instruction == "select") return select(builder, call);
  if (instruction == "bitselect") return bitselect(builder, call);
  if (instruction == "s_mul_hi" || instruction == "u_mul_hi")
    return multiplyHigh(builder, call, instruction == "s_mul_hi");
  if (instruction == "vloadn") return vectorLoad(builder, call);
  if (instruction == "vstoren") return vectorStore(builder, call);
  if (instruction == "shuffle" || instruction == "shuffle2")
    return shuffle(builder, call, instruction == "shuffle2");
  if (instruction == "rotate") return rotate(builder, call);
  return nullptr;
}

}  // namespace lanewise
