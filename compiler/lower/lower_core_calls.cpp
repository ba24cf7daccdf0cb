// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-core-calls: core instructions that the translator leaves as calls, and diagnostics for all
// SPIR-V calls that remain after lowering. core_conversions.cpp has conversions, generic_memory.cpp
// has queries of generic pointers.
#include "compiler/contract/pass.h"

#include "builtins/library_prefix.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/core_conversions.h"
#include "compiler/lower/generic_memory.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures, or refuses: no `__spirv_*` call at all is left. Why here: after every other lowering.
MODULE_PASS(LowerCoreCallsPass);

namespace {

using Builder = llvm::IRBuilder<>;

// Truth values of vectors travel as bytes of which the lowest bit counts.
llvm::Value* asResult(Builder& builder, llvm::Value* truth, llvm::Type* type) {
  return builder.CreateZExtOrTrunc(truth, type);
}

llvm::Value* asBits(Builder& builder, llvm::Value* truth) {
  return builder.CreateTrunc(truth, truth->getType()->getWithNewBitWidth(1));
}

llvm::Value* isClass(Builder& builder, llvm::CallInst& call, llvm::FPClassTest mask) {
  llvm::Value* truth = builder.createIsFPClass(call.getArgOperand(0), mask);
  return asResult(builder, truth, call.getType());
}

llvm::Value* signBit(Builder& builder, llvm::CallInst& call) {
  llvm::Value* value = call.getArgOperand(0);
  llvm::Type* bits =
      value->getType()->getWithNewType(builder.getIntNTy(value->getType()->getScalarSizeInBits()));
  llvm::Value* truth =
      builder.CreateICmpSLT(builder.CreateBitCast(value, bits), llvm::Constant::getNullValue(bits));
  return asResult(builder, truth, call.getType());
}

llvm::Value* dot(Builder& builder, llvm::CallInst& call) {
  llvm::Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (!vector) return builder.CreateFMul(a, b);
  llvm::Value* sum = builder.CreateFMul(builder.CreateExtractElement(a, uint64_t{0}),
                                        builder.CreateExtractElement(b, uint64_t{0}));
  for (uint64_t i = 1; i < vector->getNumElements(); ++i)
    sum = builder.CreateIntrinsic(
        llvm::Intrinsic::fmuladd, {call.getType()},
        {builder.CreateExtractElement(a, i), builder.CreateExtractElement(b, i), sum});
  return sum;
}

// Which operands of an integer dot product are signed, by the instruction's name.
struct DotSigns {
  bool first, second;
};
DotSigns dotSigns(llvm::StringRef instruction) {
  if (instruction.starts_with("SU")) return {.first = true, .second = false};
  return {instruction.starts_with("S"), instruction.starts_with("S")};
}

// Operands: two vectors or packed numbers, the accumulator if it saturates, the packing if there is
// one (of four bytes, the only one).
llvm::Value* integerDot(Builder& builder, llvm::StringRef instruction, llvm::CallInst& call) {
  const DotSigns isSigned = dotSigns(instruction);
  auto components = [&](llvm::Value* operand, bool sign) {
    if (!operand->getType()->isVectorTy())
      operand = builder.CreateBitCast(operand, llvm::FixedVectorType::get(builder.getInt8Ty(), 4));
    return builder.CreateIntCast(operand, operand->getType()->getWithNewType(call.getType()), sign);
  };
  llvm::Value* sum = builder.CreateAddReduce(
      builder.CreateMul(components(call.getArgOperand(0), isSigned.first),
                        components(call.getArgOperand(1), isSigned.second)));
  if (!instruction.contains("AccSat")) return sum;
  return builder.CreateBinaryIntrinsic(
      isSigned.first ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum,
      call.getArgOperand(2));
}

// The translator gives a structure back through a first argument (sret); the call itself is void.
struct PairCall {
  llvm::CallInst& call;
  unsigned first() const { return call.paramHasAttr(0, llvm::Attribute::StructRet) ? 1 : 0; }
  llvm::Value* operand(unsigned n) const { return call.getArgOperand(first() + n); }
  llvm::Value* give(Builder& builder, llvm::Value* low, llvm::Value* high) const {
    if (first() == 0) {
      llvm::Value* pair = llvm::PoisonValue::get(call.getType());
      return builder.CreateInsertValue(builder.CreateInsertValue(pair, low, 0), high, 1);
    }
    llvm::Type* type = call.getParamStructRetType(0);
    llvm::Value* memory = call.getArgOperand(0);
    builder.CreateStore(low, builder.CreateStructGEP(type, memory, 0));
    return builder.CreateStore(high, builder.CreateStructGEP(type, memory, 1));
  }
};

// A structure of the low and the high half.
llvm::Value* multiplyExtended(Builder& builder, llvm::CallInst& call, bool isSigned) {
  const PairCall pair{call};
  llvm::Type* type = pair.operand(0)->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type* wide = type->getWithNewBitWidth(2 * bits);
  auto widen = [&](llvm::Value* value) {
    return isSigned ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  llvm::Value* product = builder.CreateMul(widen(pair.operand(0)), widen(pair.operand(1)));
  llvm::Value* high = builder.CreateTrunc(builder.CreateLShr(product, bits), type);
  return pair.give(builder, builder.CreateTrunc(product, type), high);
}

// A structure of the sum or difference, and the carry or borrow: 0 or 1.
llvm::Value* addWithCarry(Builder& builder, llvm::CallInst& call, bool subtracts) {
  const PairCall pair{call};
  llvm::Value *a = pair.operand(0), *b = pair.operand(1);
  llvm::Value* sum = subtracts ? builder.CreateSub(a, b) : builder.CreateAdd(a, b);
  llvm::Value* over = subtracts ? builder.CreateICmpULT(a, b) : builder.CreateICmpULT(sum, a);
  return pair.give(builder, sum, builder.CreateZExt(over, a->getType()));
}

llvm::Value* splatLike(Builder& builder, llvm::Value* scalar, llvm::Type* type) {
  llvm::Value* sized = builder.CreateZExtOrTrunc(scalar, type->getScalarType());
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? builder.CreateVectorSplat(vector->getElementCount(), sized) : sized;
}

// A shift by less than the width: a field of no bits may begin at the width.
llvm::Value* wrapped(Builder& builder, llvm::Value* shift) {
  llvm::Type* type = shift->getType();
  return builder.CreateAnd(shift, llvm::ConstantInt::get(type, type->getScalarSizeInBits() - 1));
}

// `count` ones; all of them where count is the width.
llvm::Value* lowMask(Builder& builder, llvm::Value* count, llvm::Type* type) {
  llvm::Value* width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  llvm::Value* zero = llvm::Constant::getNullValue(type);
  llvm::Value* shift = wrapped(builder, builder.CreateSub(width, count));
  llvm::Value* ones = builder.CreateLShr(llvm::Constant::getAllOnesValue(type), shift);
  return builder.CreateSelect(builder.CreateICmpEQ(count, zero), zero, ones);
}

// Operands: base, insert, offset, count.
llvm::Value* bitFieldInsert(Builder& builder, llvm::CallInst& call) {
  llvm::Type* type = call.getType();
  llvm::Value* offset = wrapped(builder, splatLike(builder, call.getArgOperand(2), type));
  llvm::Value* count = splatLike(builder, call.getArgOperand(3), type);
  llvm::Value* mask = builder.CreateShl(lowMask(builder, count, type), offset);
  llvm::Value* inserted = builder.CreateAnd(builder.CreateShl(call.getArgOperand(1), offset), mask);
  llvm::Value* kept = builder.CreateAnd(call.getArgOperand(0), builder.CreateNot(mask));
  return builder.CreateOr(kept, inserted);
}

// Operands: base, offset, count.
llvm::Value* bitFieldExtract(Builder& builder, llvm::CallInst& call, bool isSigned) {
  llvm::Type* type = call.getType();
  llvm::Value* offset = wrapped(builder, splatLike(builder, call.getArgOperand(1), type));
  llvm::Value* count = splatLike(builder, call.getArgOperand(2), type);
  llvm::Value* field = builder.CreateAnd(builder.CreateLShr(call.getArgOperand(0), offset),
                                         lowMask(builder, count, type));
  if (!isSigned) return field;
  // Move the field's highest bit to the type's and back.
  llvm::Value* width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  llvm::Value* shift = wrapped(builder, builder.CreateSub(width, count));
  return builder.CreateAShr(builder.CreateShl(field, shift), shift);
}

llvm::Value* lowerTests(Builder& builder, llvm::StringRef instruction, llvm::CallInst& call) {
  if (instruction == "IsNan") return isClass(builder, call, llvm::fcNan);
  if (instruction == "IsInf") return isClass(builder, call, llvm::fcInf);
  if (instruction == "IsFinite") return isClass(builder, call, llvm::fcFinite);
  if (instruction == "IsNormal") return isClass(builder, call, llvm::fcNormal);
  if (instruction == "SignBitSet") return signBit(builder, call);
  if (instruction == "Any" || instruction == "All") {
    llvm::Value* truths = asBits(builder, call.getArgOperand(0));
    if (!truths->getType()->isVectorTy()) return asResult(builder, truths, call.getType());
    llvm::Value* truth =
        instruction == "Any" ? builder.CreateOrReduce(truths) : builder.CreateAndReduce(truths);
    return asResult(builder, truth, call.getType());
  }
  return nullptr;
}

llvm::Value* lowerArithmetic(Builder& builder, llvm::StringRef instruction, llvm::CallInst& call) {
  if (instruction == "Dot") return dot(builder, call);
  // The translator writes them with the ending of their extension.
  if (instruction.ends_with("DotKHR") || instruction.ends_with("DotAccSatKHR"))
    return integerDot(builder, instruction, call);
  if (instruction == "SMulExtended" || instruction == "UMulExtended")
    return multiplyExtended(builder, call, instruction == "SMulExtended");
  if (instruction == "IAddCarry" || instruction == "ISubBorrow")
    return addWithCarry(builder, call, instruction == "ISubBorrow");
  if (instruction == "BitCount")
    return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, call.getArgOperand(0));
  if (instruction == "BitReverse")
    return builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, call.getArgOperand(0));
  if (instruction == "BitFieldInsert") return bitFieldInsert(builder, call);
  if (instruction == "BitFieldSExtract" || instruction == "BitFieldUExtract")
    return bitFieldExtract(builder, call, instruction == "BitFieldSExtract");
  return nullptr;
}

/// The counter of cycles has a constant rate. One for all scopes; the result has 64 bits, or two
/// components of 32, the lower ones first.
llvm::Value* readClock(Builder& builder, const llvm::CallInst& call) {
  return builder.CreateBitCast(builder.CreateIntrinsic(llvm::Intrinsic::readcyclecounter, {}, {}),
                               call.getType());
}

llvm::Value* lowerCore(llvm::CallInst& call, const SpirvName& name) {
  Builder builder(&call);
  if (name.openclStd) return nullptr;
  if (llvm::Value* value = lowerTests(builder, name.instruction, call)) return value;
  if (llvm::Value* value = lowerArithmetic(builder, name.instruction, call)) return value;
  if (llvm::Value* value = lowerConversion(builder, name, call)) return value;
  if (llvm::Value* value = lowerGenericMemory(builder, name, call)) return value;
  if (name.instruction == "ReadClockKHR") return readClock(builder, call);
  reportUnsupported(call, name.sourceName());
  return builder.getTrue();
}

bool isGuests(const llvm::Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() &&
         !function.getName().starts_with(kLibraryPrefix) &&
         !function.getName().starts_with("lanewise.");
}

// Functions that the modules import and none defines. True if anything changed.
bool lowerImports(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!isGuests(function)) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call) continue;
      Builder builder(call);
      llvm::Value* value = lowerImportedConversion(builder, *call);
      if (!value) {
        reportUnsupported(*call,
                          "function '" + function.getName() + "' is declared but not defined");
        continue;
      }
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
      changed = true;
    }
    if (!function.use_empty()) continue;
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses LowerCoreCallsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  llvm::PreservedAnalyses preserved = lowerSpirvCalls(module, lowerCore);
  if (lowerImports(module)) preserved.intersect(preservesControlFlow());
  return preserved;
}

}  // namespace lanewise
