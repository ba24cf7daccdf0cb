// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame has the shadow of the result, and then that of each parameter in front of the pointer.
// Code exists for those only that some caller or callee may leave unwritten.
#include "compiler/checks/shadow_frames.h"

#include "compiler/checks/place_parameters.h"
#include "compiler/checks/value_shadows.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/instruction_marks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

namespace lanewise {
namespace {

constexpr auto kFrameAlign = llvm::Align::Constant<16>();

uint64_t frameBytes(llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isVoidTy()) return 0;
  return llvm::alignTo(layout.getTypeAllocSize(ValueShadows::typeOf(type)), kFrameAlign);
}

/// Where the shadow of the parameter is; of none, that of the result.
uint64_t frameOffset(const llvm::Function& function, std::optional<unsigned> parameter) {
  if (!parameter) return 0;
  const llvm::DataLayout& layout = function.getDataLayout();
  uint64_t offset = frameBytes(function.getReturnType(), layout);
  for (unsigned i = 0; i < *parameter; ++i)
    offset += frameBytes(function.getArg(i)->getType(), layout);
  return offset;
}

llvm::Value* load(llvm::IRBuilderBase& builder, llvm::Value* frame, uint64_t offset,
                  llvm::Type* type) {
  llvm::LoadInst* shadow = builder.CreateAlignedLoad(
      ValueShadows::typeOf(type), builder.CreateConstGEP1_64(builder.getInt8Ty(), frame, offset),
      kFrameAlign);
  shadow->setMetadata(kCheckAccess, llvm::MDNode::get(builder.getContext(), {}));
  return shadow;
}

void store(llvm::IRBuilderBase& builder, llvm::Value* frame, uint64_t offset, llvm::Value* shadow) {
  builder
      .CreateAlignedStore(shadow, builder.CreateConstGEP1_64(builder.getInt8Ty(), frame, offset),
                          kFrameAlign)
      ->setMetadata(kCheckAccess, llvm::MDNode::get(builder.getContext(), {}));
}

}  // namespace

ShadowFrames::ShadowFrames(llvm::Module& module) {
  llvm::Type* pointer = llvm::PointerType::get(module.getContext(), 0);
  for (llvm::Function* function : functionsOfProgram(module)) {
    if (!isOutOfLine(*function)) continue;
    const auto number = static_cast<unsigned>(function->arg_size());
    llvm::Function& to = addParameters(*function, {pointer});
    pointer_[&to] = number;
    for (llvm::Argument& parameter : to.args())
      if (const auto place = placeParameter(parameter))
        for (unsigned part = 0; part < passedParts(module); ++part)
          parts_.insert(to.getArg(place->first + part));
  }
}

llvm::Function* ShadowFrames::calleeOf(const llvm::CallBase& call) const {
  llvm::Function* callee = call.getCalledFunction();
  return callee && pointer_.contains(callee) ? callee : nullptr;
}

bool ShadowFrames::isCovered(const llvm::Function& callee, unsigned parameter) const {
  return parameter < pointer_.lookup(&callee) && !parts_.contains(callee.getArg(parameter));
}

ShadowFrames::Values ShadowFrames::withPassed(llvm::Function& function,
                                              const Values& sources) const {
  Values all = sources;
  for (llvm::Argument& parameter : function.args())
    if (unwritten_.contains(&parameter)) all.push_back(&parameter);
  for (llvm::CallBase* call : callsOfDefined(function))
    if (hasResult(*call)) all.push_back(call);
  return all;
}

/// Whether anything is new.
bool ShadowFrames::note(llvm::Function& function, const Values& sources) {
  const ValueShadows shadows(function, withPassed(function, sources));
  const auto mayBeUnwritten = [&](const llvm::Value* value) {
    return shadows.mayBeUnwritten(value) || llvm::isa<llvm::UndefValue>(value);
  };
  bool isNew = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      if (back->getReturnValue() && mayBeUnwritten(back->getReturnValue()))
        isNew |= unwritten_.insert(&function).second;
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function* callee = calleeOf(*call);
      for (unsigned i = 0; callee && i < call->arg_size(); ++i)
        if (isCovered(*callee, i) && mayBeUnwritten(call->getArgOperand(i)))
          isNew |= unwritten_.insert(callee->getArg(i)).second;
    }
  }
  return isNew;
}

llvm::MapVector<llvm::Function*, ShadowFrames::Values> ShadowFrames::settle(
    const llvm::MapVector<llvm::Function*, Values>& sources) {
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const auto& [function, own] : sources) isNew |= note(*function, own);
  }
  llvm::MapVector<llvm::Function*, Values> all;
  for (const auto& [function, own] : sources) all[function] = withPassed(*function, own);
  return all;
}

llvm::Value* ShadowFrames::loadParameter(llvm::IRBuilderBase& builder, llvm::Argument& parameter) {
  llvm::Function& function = *parameter.getParent();
  return load(builder, function.getArg(pointer_.lookup(&function)),
              frameOffset(function, parameter.getArgNo()), parameter.getType());
}

void ShadowFrames::storeResult(llvm::IRBuilderBase& builder, llvm::Function& function,
                               llvm::Value* shadow) {
  if (unwritten_.contains(&function) && pointer_.contains(&function))
    store(builder, function.getArg(pointer_.lookup(&function)), frameOffset(function, {}), shadow);
}

llvm::SmallVector<unsigned> ShadowFrames::argumentsOf(const llvm::CallBase& call) const {
  llvm::SmallVector<unsigned> arguments;
  const llvm::Function* callee = calleeOf(call);
  for (unsigned i = 0; callee && i < call.arg_size(); ++i)
    if (unwritten_.contains(callee->getArg(i))) arguments.push_back(i);
  return arguments;
}

/// The variable of the caller, which is as large as the largest frame that it passes. The call
/// passes its address from now on.
llvm::Value* ShadowFrames::frameOf(llvm::CallBase& call) {
  llvm::Function& caller = *call.getFunction();
  llvm::AllocaInst*& frame = frames_[&caller];
  if (!frame) {
    uint64_t bytes = 0;
    for (llvm::CallBase* other : callsOfDefined(caller))
      if (llvm::Function* callee = calleeOf(*other))
        bytes = std::max(bytes, frameOffset(*callee, pointer_.lookup(callee)));
    llvm::IRBuilder<> builder(&caller.getEntryBlock(), caller.getEntryBlock().begin());
    frame = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes), nullptr,
                                 "shadow.frame");
    frame->setAlignment(kFrameAlign);
  }
  call.setArgOperand(pointer_.lookup(call.getCalledFunction()), frame);
  return frame;
}

void ShadowFrames::storeArgument(llvm::IRBuilderBase& builder, llvm::CallBase& call,
                                 unsigned argument, llvm::Value* shadow) {
  store(builder, frameOf(call), frameOffset(*call.getCalledFunction(), argument), shadow);
}

bool ShadowFrames::hasResult(const llvm::CallBase& call) const {
  const llvm::Function* callee = calleeOf(call);
  return callee && unwritten_.contains(callee);
}

llvm::Value* ShadowFrames::loadResult(llvm::IRBuilderBase& builder, llvm::CallBase& call) {
  return load(builder, frameOf(call), frameOffset(*call.getCalledFunction(), {}), call.getType());
}

}  // namespace lanewise
