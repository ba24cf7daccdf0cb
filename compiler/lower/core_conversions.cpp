// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions with an LLVM equivalent become instructions, also for vectors. Other rounding modes
// are functions of the device library.
#include "compiler/lower/core_conversions.h"

#include "compiler/lower/library_calls.h"
#include "compiler/repairs/saturated_halves.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {
namespace {

// Clamps to the range of the narrower or differently signed result, then cuts.
llvm::Value* saturateInteger(llvm::IRBuilderBase& builder, llvm::Value* value, llvm::Type* type,
                             bool fromSigned, bool toSigned) {
  const unsigned from = value->getType()->getScalarSizeInBits();
  const unsigned to = type->getScalarSizeInBits();
  const unsigned width = std::max(from, to) + 1;
  const llvm::APInt low =
      toSigned ? llvm::APInt::getSignedMinValue(to).sext(width) : llvm::APInt::getZero(width);
  const llvm::APInt high = toSigned ? llvm::APInt::getSignedMaxValue(to).sext(width)
                                    : llvm::APInt::getMaxValue(to).zext(width);
  // In the source's own width the bounds that it cannot reach need no test.
  const llvm::APInt lowest =
      fromSigned ? llvm::APInt::getSignedMinValue(from).sext(width) : llvm::APInt::getZero(width);
  const llvm::APInt highest = fromSigned ? llvm::APInt::getSignedMaxValue(from).sext(width)
                                         : llvm::APInt::getMaxValue(from).zext(width);
  auto bound = [&](const llvm::APInt& limit) {
    return llvm::ConstantInt::get(value->getType(), limit.trunc(from));
  };
  if (low.sgt(lowest))
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, bound(low));
  if (high.slt(highest))
    value = builder.CreateBinaryIntrinsic(
        fromSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, value, bound(high));
  return fromSigned ? builder.CreateSExtOrTrunc(value, type)
                    : builder.CreateZExtOrTrunc(value, type);
}

llvm::StringRef roundingMode(const SpirvName& name) {
  for (llvm::StringRef mode : name.modes)
    if (mode.starts_with("rt")) return mode;
  return {};
}

llvm::Value* fromFloat(llvm::IRBuilderBase& builder, const SpirvName& name, llvm::CallInst& call) {
  const llvm::StringRef mode = roundingMode(name);
  if (!mode.empty() && mode != "rtz") return nullptr;
  const bool isSigned = name.instruction == "ConvertFToS";
  llvm::Value* value = call.getArgOperand(0);
  if (name.hasMode("sat")) {
    value = saturatedFrom(builder, value);
    return builder.CreateIntrinsic(
        isSigned ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
        {call.getType(), value->getType()}, {value});
  }
  // Out of range it is some value, the same wherever it is used.
  return builder.CreateFreeze(isSigned ? builder.CreateFPToSI(value, call.getType())
                                       : builder.CreateFPToUI(value, call.getType()));
}

llvm::Value* toFloat(llvm::IRBuilderBase& builder, const SpirvName& name, llvm::CallInst& call) {
  const llvm::StringRef mode = roundingMode(name);
  if (!mode.empty() && mode != "rte") return nullptr;
  llvm::Value* value = call.getArgOperand(0);
  if (name.instruction == "ConvertSToF") return builder.CreateSIToFP(value, call.getType());
  if (name.instruction == "ConvertUToF") return builder.CreateUIToFP(value, call.getType());
  return builder.CreateFPCast(value, call.getType());
}

llvm::Value* integers(llvm::IRBuilderBase& builder, const SpirvName& name, llvm::CallInst& call) {
  const bool fromSigned = name.instruction == "SConvert" || name.instruction == "SatConvertSToU";
  const bool toSigned = name.instruction == "SConvert" || name.instruction == "SatConvertUToS";
  llvm::Value* value = call.getArgOperand(0);
  if (name.instruction.starts_with("Sat") || name.hasMode("sat"))
    return saturateInteger(builder, value, call.getType(), fromSigned, toSigned);
  return fromSigned ? builder.CreateSExtOrTrunc(value, call.getType())
                    : builder.CreateZExtOrTrunc(value, call.getType());
}

llvm::Value* callConversion(llvm::IRBuilderBase& builder, const SpirvName& name,
                            llvm::CallInst& call) {
  std::string symbol = name.instruction.str() + "_r" + typeSuffix(call.getType()->getScalarType());
  if (name.hasMode("sat")) symbol += "_sat";
  symbol += "_" + roundingMode(name).str();
  return mapLanes(builder, call.getType(), {call.getArgOperand(0)}, {0},
                  [&](llvm::ArrayRef<llvm::Value*> components) {
                    return callLibrary(builder, symbol, call.getType()->getScalarType(),
                                       components);
                  });
}

}  // namespace

llvm::Value* lowerConversion(llvm::IRBuilderBase& builder, const SpirvName& name,
                             llvm::CallInst& call) {
  enum class Kind { None, FromFloat, ToFloat, Integers };
  const Kind kind =
      llvm::StringSwitch<Kind>(name.instruction)
          .Cases("ConvertFToS", "ConvertFToU", Kind::FromFloat)
          .Cases("ConvertSToF", "ConvertUToF", "FConvert", Kind::ToFloat)
          .Cases("SConvert", "UConvert", "SatConvertSToU", "SatConvertUToS", Kind::Integers)
          .Default(Kind::None);
  llvm::Value* value = nullptr;
  switch (kind) {
    case Kind::None: return nullptr;
    case Kind::FromFloat: value = fromFloat(builder, name, call); break;
    case Kind::ToFloat: value = toFloat(builder, name, call); break;
    case Kind::Integers: return integers(builder, name, call);
  }
  return value ? value : callConversion(builder, name, call);
}

llvm::Value* lowerImportedConversion(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size())
    return nullptr;
  llvm::StringRef function = name.take_front(length);
  llvm::StringRef parameter = name.drop_front(length);
  if (!function.consume_front("convert_") || call.arg_size() != 1 || parameter.empty())
    return nullptr;
  llvm::Value* value = call.getArgOperand(0);
  if (!call.getType()->isIntOrIntVectorTy() || !value->getType()->isIntOrIntVectorTy())
    return nullptr;
  const bool toSigned = !function.starts_with("u");
  const bool fromSigned = llvm::StringRef("csil").contains(parameter.back());
  if (function.contains("_sat"))
    return saturateInteger(builder, value, call.getType(), fromSigned, toSigned);
  return fromSigned ? builder.CreateSExtOrTrunc(value, call.getType())
                    : builder.CreateZExtOrTrunc(value, call.getType());
}

}  // namespace lanewise
