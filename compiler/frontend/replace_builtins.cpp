// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-spirv ends the process, or writes an invalid module, for each of these:
//  - atomic operations that SPIR-V lacks become loops, and stack slots of constant size variables
//  - ldexp and exp10 become OpenCL's functions, counters of cycles the clock of SPIR-V
//  - prefetches are removed, and inline assembly as inline_assembly.h tells
//  - traps become writes to kTrapAddress
//  - the rounding mode is a constant, and the sizes of objects are unknown
//  - arithmetic on bool becomes operations on bits
//  - constants that are written as conversions of other types become plain ones
#include "compiler/frontend/replace_builtins.h"

#include "compiler/frontend/inline_assembly.h"
#include "compiler/frontend/spir_address_spaces.h"
#include "interface/trap_address.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>

namespace lanewise {
namespace {

std::string mangledType(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type))
    return "Dv" + std::to_string(vector->getNumElements()) + "_" +
           mangledType(*vector->getElementType());
  if (type.isHalfTy()) return "Dh";
  if (type.isFloatTy()) return "f";
  if (type.isDoubleTy()) return "d";
  assert(type.isIntegerTy(32) && "a parameter of a function of OpenCL");
  return "i";
}

/// Calls a function of OpenCL C. No type occurs twice, so that the mangled name needs no
/// substitutions.
llvm::Value* callOpenCl(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                        llvm::ArrayRef<llvm::Value*> arguments) {
  std::string mangled = "_Z" + std::to_string(name.size()) + name.str();
  llvm::SmallVector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) {
    mangled += mangledType(*argument->getType());
    types.push_back(argument->getType());
  }
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(mangled, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

/// y * 2^n, where n may be one number for all components of y.
llvm::Value* callLdexp(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call) {
  llvm::Value* exponent = call.getArgOperand(1);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  if (vector && !exponent->getType()->isVectorTy())
    exponent = builder.CreateVectorSplat(vector->getElementCount(), exponent);
  return callOpenCl(builder, "ldexp", call.getType(), {call.getArgOperand(0), exponent});
}

/// SPIR-V has no trap. A volatile access is kept, and fails the command.
void writeToTrapAddress(llvm::IRBuilder<>& builder) {
  llvm::Constant* address = llvm::ConstantExpr::getIntToPtr(builder.getInt64(kTrapAddress),
                                                            builder.getPtrTy(kGlobalSpace));
  builder.CreateStore(builder.getInt8(0), address, /*isVolatile=*/true);
}

/// The clock of cl_khr_kernel_clock.
llvm::Value* readClock(llvm::IRBuilder<>& builder) {
  constexpr unsigned kDevice = 1;  // scope of SPIR-V
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      "_Z20__spirv_ReadClockKHRj", builder.getInt64Ty(), builder.getInt32Ty());
  llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* call = builder.CreateCall(callee, {builder.getInt32(kDevice)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

/// As C defines __builtin_object_size for an object of unknown size.
llvm::Value* unknownSize(const llvm::IntrinsicInst& call) {
  const bool wantsLeast = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
  return wantsLeast ? llvm::Constant::getNullValue(call.getType())
                    : llvm::Constant::getAllOnesValue(call.getType());
}

/// A conversion of what `rounds` gives.
llvm::Value* roundToInteger(llvm::IRBuilder<>& builder, const llvm::IntrinsicInst& call,
                            llvm::Intrinsic::ID rounds) {
  return builder.CreateFPToSI(builder.CreateUnaryIntrinsic(rounds, call.getArgOperand(0)),
                              call.getType());
}

/// True if the call is replaced; `value` is its result, or null if it has none.
bool replaceIntrinsic(const llvm::IntrinsicInst& call, llvm::IRBuilder<>& builder,
                      llvm::Value*& value) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::ldexp: value = callLdexp(builder, call); return true;
    case llvm::Intrinsic::exp10:
      value = callOpenCl(builder, "exp10", call.getType(), {call.getArgOperand(0)});
      return true;
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround:
      value = roundToInteger(builder, call, llvm::Intrinsic::round);
      return true;
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      value = roundToInteger(builder, call, llvm::Intrinsic::rint);
      return true;
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::readsteadycounter: value = readClock(builder); return true;
    case llvm::Intrinsic::expect_with_probability: value = call.getArgOperand(0); return true;
    case llvm::Intrinsic::get_rounding: value = builder.getInt32(1); return true;  // to nearest
    case llvm::Intrinsic::objectsize: value = unknownSize(call); return true;
    case llvm::Intrinsic::trap: writeToTrapAddress(builder); return true;
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::prefetch: return true;
    default: return false;
  }
}

bool replaceCall(const llvm::CallInst& call, llvm::IRBuilder<>& builder, llvm::Value*& value) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return replaceIntrinsic(*intrinsic, builder, value);
  if (!call.isInlineAsm() || !whyAssemblyStays(call).empty()) return false;
  value = replaceAssembly(call, builder);
  return true;
}

/// x++ and x-- of a bool. C makes any other number than 0 true, so ++ gives true (which Clang
/// writes itself) and -- the opposite.
llvm::Value* operationOnBits(const llvm::BinaryOperator& operation, llvm::IRBuilder<>& builder) {
  llvm::Value* a = operation.getOperand(0);
  llvm::Value* b = operation.getOperand(1);
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub: return builder.CreateXor(a, b);
    case llvm::Instruction::Mul: return builder.CreateAnd(a, b);
    default: return nullptr;
  }
}

/// A constant without conversions of others; null if it is one already.
llvm::Constant* folded(llvm::Value* value, const llvm::DataLayout& layout) {
  auto* constant = llvm::dyn_cast_or_null<llvm::Constant>(value);
  if (!constant || constant->getNumOperands() == 0 || llvm::isa<llvm::GlobalValue>(constant) ||
      constant->getType()->isPointerTy())
    return nullptr;
  return llvm::ConstantFoldConstant(constant, layout);
}

void foldConstants(llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  for (llvm::Use& operand : instruction.operands())
    if (llvm::Constant* constant = folded(operand, layout)) operand.set(constant);
  // Debug information has values of variables, too.
  for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
    for (unsigned i = 0; i < record.getNumVariableLocationOps(); ++i)
      if (llvm::Constant* constant = folded(record.getVariableLocationOp(i), layout))
        record.replaceVariableLocationOp(i, constant);
}

/// Operations that SPIR-V lacks become loops of compare and exchange.
void expandAtomics(llvm::Function& function) {
  llvm::SmallVector<llvm::AtomicRMWInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        atomic && atomic->getOperation() == llvm::AtomicRMWInst::Nand)
      found.push_back(atomic);
  const auto exchange = [](llvm::IRBuilderBase& builder, llvm::Value* address, llvm::Value* loaded,
                           llvm::Value* next, llvm::Align alignment, llvm::AtomicOrdering order,
                           llvm::SyncScope::ID scope, llvm::Value*& success, llvm::Value*& found) {
    llvm::AtomicCmpXchgInst* both = builder.CreateAtomicCmpXchg(
        address, loaded, next, alignment, order,
        llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    success = builder.CreateExtractValue(both, 1);
    found = builder.CreateExtractValue(both, 0);
  };
  for (llvm::AtomicRMWInst* atomic : found) llvm::expandAtomicRMWToCmpXchg(atomic, exchange);
}

/// __builtin_alloca() of a constant size is a variable, except in loops, where each iteration has
/// its own.
void fixStackSlots(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto* count = slot ? llvm::dyn_cast<llvm::ConstantInt>(slot->getArraySize()) : nullptr;
    if (!count || count->isOne()) continue;
    const bool isRepeated =
        llvm::any_of(llvm::successors(slot->getParent()), [&](llvm::BasicBlock* next) {
          return llvm::isPotentiallyReachable(next, slot->getParent());
        });
    if (isRepeated) continue;
    llvm::Type* type = llvm::ArrayType::get(slot->getAllocatedType(),
                                            std::max<uint64_t>(1, count->getZExtValue()));
    auto* variable = new llvm::AllocaInst(type, slot->getAddressSpace(), nullptr, slot->getAlign(),
                                          "", entry.getFirstInsertionPt());
    variable->takeName(slot);
    slot->replaceAllUsesWith(variable);
    slot->eraseFromParent();
  }
}

/// printf() gets an integer of 128 bits, such as a large decimal constant, by its address. The
/// conversions of OpenCL are of 64 bits at most.
void passWideIntegersByValue(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !call->getFunctionType()->isVarArg()) continue;
    for (unsigned i = call->getFunctionType()->getNumParams(); i < call->arg_size(); ++i) {
      if (!call->isByValArgument(i) || !call->getParamByValType(i)->isIntegerTy()) continue;
      llvm::IRBuilder<> builder(call);
      call->setArgOperand(i, builder.CreateLoad(builder.getInt64Ty(), call->getArgOperand(i)));
      call->setAttributes(call->getAttributes().removeParamAttributes(call->getContext(), i));
    }
  }
}

void replaceIn(llvm::Function& function) {
  if (function.isDeclaration()) return;
  expandAtomics(function);
  fixStackSlots(function);
  passWideIntegersByValue(function);
  const llvm::DataLayout& layout = function.getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    foldConstants(instruction, layout);
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* value = nullptr;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      if (!replaceCall(*call, builder, value)) continue;
    } else if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
               operation && operation->getType()->isIntOrIntVectorTy(1)) {
      value = operationOnBits(*operation, builder);
      if (!value) continue;
    } else {
      continue;
    }
    if (value) instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }
}

}  // namespace

void replaceBuiltins(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) replaceIn(function);
  if (module.getModuleInlineAsm().empty()) return;
  if (isEmptyAssembly(module.getModuleInlineAsm())) module.setModuleInlineAsm("");
}

}  // namespace lanewise
