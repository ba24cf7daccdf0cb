// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Called by linearize.cpp, widen_call.cpp and lanes/function_copies.cpp.
#include "compiler/lanes/write/function_of_lanes.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/plan/explain.h"
#include "compiler/lanes/plan/lane_functions.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

using Types = llvm::SmallVector<llvm::Type*, 8>;
using Values = llvm::SmallVector<llvm::Value*, 8>;

Types vectorsOf(llvm::Type* type, unsigned lanes, const llvm::DataLayout& layout) {
  Types types;
  for (const Leaf& leaf : leavesOf(type, layout))
    types.push_back(llvm::FixedVectorType::get(leaf.type, lanes));
  return types;
}

llvm::Type* resultOf(llvm::Type* type, unsigned lanes, const llvm::DataLayout& layout) {
  llvm::LLVMContext& context = type->getContext();
  const Types types = vectorsOf(type, lanes, layout);
  if (types.empty()) return llvm::Type::getVoidTy(context);
  return types.size() == 1 ? types.front() : llvm::StructType::get(context, types);
}

bool isScalar(const Step& parameter) { return parameter.kind != Step::Varying; }

// A uniform parameter has the value that each lane passes, and its attributes, but it is not the
// result, which is a vector. A strided one may be that of a lane that does not call.
llvm::AttributeSet attributesOf(const llvm::Argument& argument, const Step& parameter) {
  llvm::LLVMContext& context = argument.getContext();
  const llvm::AttributeSet all =
      argument.getParent()->getAttributes().getParamAttrs(argument.getArgNo());
  if (parameter.kind == Step::Uniform)
    return all.removeAttribute(context, llvm::Attribute::Returned);
  llvm::AttributeSet kept;
  if (parameter.kind == Step::Strided && all.hasAttribute(llvm::Attribute::NoCapture))
    kept = kept.addAttribute(context, llvm::Attribute::NoCapture);
  return kept;
}

llvm::AttributeSet attributesOfFunction(const llvm::Function& scalar) {
  llvm::LLVMContext& context = scalar.getContext();
  llvm::AttributeSet attributes = scalar.getAttributes().getFnAttrs();
  for (const llvm::StringRef own : {kPreparedAttribute, kForLanesAttribute})
    attributes = attributes.removeAttribute(context, own);
  // Lanes that are not active return, too.
  attributes = attributes.removeAttribute(context, llvm::Attribute::NoReturn);
  // A vector of addresses is no argument that is a pointer.
  if (!scalar.doesNotAccessMemory())
    attributes = attributes.removeAttribute(context, llvm::Attribute::Memory);
  return attributes;
}

}  // namespace

llvm::Function* declareForLanes(llvm::Function& scalar, llvm::ArrayRef<Step> parameters,
                                unsigned lanes) {
  llvm::Module& module = *scalar.getParent();
  llvm::LLVMContext& context = module.getContext();
  const llvm::DataLayout& layout = module.getDataLayout();
  Types types;
  llvm::SmallVector<llvm::AttributeSet, 8> attributes;
  for (const auto& [argument, parameter] : llvm::zip(scalar.args(), parameters)) {
    const Types own = isScalar(parameter) ? Types{argument.getType()}
                                          : vectorsOf(argument.getType(), lanes, layout);
    types.append(own);
    attributes.append(own.size(), attributesOf(argument, parameter));
  }
  types.push_back(llvm::FixedVectorType::get(llvm::Type::getInt1Ty(context), lanes));
  attributes.emplace_back();
  auto* wide = llvm::Function::Create(
      llvm::FunctionType::get(resultOf(scalar.getReturnType(), lanes, layout), types, false),
      llvm::GlobalValue::InternalLinkage,
      scalar.getFnAttribute(kForLanesAttribute).getValueAsString() + ".lanes" + llvm::Twine(lanes),
      module);
  wide->setAttributes(
      llvm::AttributeList::get(context, attributesOfFunction(scalar), {}, attributes));
  wide->setCallingConv(scalar.getCallingConv());
  setNumberAttribute(*wide, kLanesAttribute, lanes);
  return wide;
}

void takeParameters(Widening& widening, llvm::Function& scalar, llvm::ArrayRef<Step> parameters) {
  llvm::Argument* next = widening.wide().arg_begin();
  for (auto [argument, parameter] : llvm::zip(scalar.args(), parameters)) {
    const llvm::CallInst* value = laneParameterOf(argument);
    if (isScalar(parameter)) {
      next->setName(argument.getName());
      widening.setScalar(value ? static_cast<const llvm::Value&>(*value) : argument, next++);
      continue;
    }
    Values leaves;
    for (const Leaf& leaf : leavesOf(argument.getType(), widening.layout())) {
      static_cast<void>(leaf);
      next->setName(argument.getName());
      leaves.push_back(next++);
    }
    if (value) widening.setLeaves(*value, leaves);
  }
  next->setName("mask");
  widening.functionMask = next;
}

void writeReturn(Widening& widening, llvm::ReturnInst& end) {
  llvm::IRBuilder<>& builder = widening.builder();
  if (!end.getReturnValue()) {
    builder.CreateRetVoid();
    return;
  }
  const auto leaves = widening.leaves(end.getReturnValue());
  if (leaves.empty()) {
    builder.CreateRetVoid();
  } else if (leaves.size() == 1) {
    builder.CreateRet(leaves.front());
  } else {
    llvm::Value* result = llvm::PoisonValue::get(widening.wide().getReturnType());
    for (unsigned i = 0; i < leaves.size(); ++i)
      result = builder.CreateInsertValue(result, leaves[i], i);
    builder.CreateRet(result);
  }
}

void callFunctionOfLanes(Widening& widening, llvm::CallInst& call) {
  const LaneFunction& function = *widening.plan().functionOf(call);
  explainFunctionOfLanes(call);
  Values arguments;
  for (auto [argument, parameter] : llvm::zip(call.args(), function.parameters)) {
    if (isScalar(parameter))
      arguments.push_back(widening.scalar(argument));
    else
      arguments.append(widening.leaves(argument));
  }
  arguments.push_back(widening.mask);
  llvm::IRBuilder<>& builder = widening.builder();
  llvm::CallInst* wide =
      builder.CreateCall(&widening.plan().functions()->write(function), arguments);
  wide->setCallingConv(call.getCallingConv());
  if (call.getType()->isVoidTy() || call.use_empty()) return;
  const size_t count = leavesOf(call.getType(), widening.layout()).size();
  if (count == 1) return widening.setLeaves(call, {wide});
  llvm::SmallVector<llvm::Value*, 4> leaves;
  for (unsigned i = 0; i < count; ++i) leaves.push_back(builder.CreateExtractValue(wide, i));
  widening.setLeaves(call, leaves);
}

}  // namespace lanewise
