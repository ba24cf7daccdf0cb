// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stride of 0 is that of varying values. The flags are those of a strided one.
#include "compiler/analysis/lane_parameters.h"

#include <llvm/ADT/Twine.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace lanewise {
namespace {

constexpr llvm::StringLiteral kPrefix = "lanewise.lane_parameter";

enum Flags : uint32_t { kId = 1, kAligned = 2, kSigned = 4, kUnsigned = 8 };

uint32_t flagsOf(const Step& step) {
  return (step.isId ? kId : 0) | (step.isAligned ? kAligned : 0) |
         (step.noWrap.asSigned ? kSigned : 0) | (step.noWrap.asUnsigned ? kUnsigned : 0);
}

const llvm::CallInst* callOf(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(kPrefix) ? call : nullptr;
}

// One function for each type.
llvm::Function* declare(llvm::Module& module, llvm::Type* type) {
  llvm::LLVMContext& context = module.getContext();
  auto* wanted = llvm::FunctionType::get(
      type, {type, llvm::Type::getInt64Ty(context), llvm::Type::getInt32Ty(context)}, false);
  for (unsigned number = 0;; ++number) {
    const std::string name = (kPrefix + "." + llvm::Twine(number)).str();
    llvm::Function* existing = module.getFunction(name);
    if (existing && existing->getFunctionType() == wanted) return existing;
    if (existing) continue;
    auto* made = llvm::Function::Create(wanted, llvm::Function::ExternalLinkage, name, module);
    made->setDoesNotThrow();
    made->setDoesNotAccessMemory();
    made->setWillReturn();
    return made;
  }
}

}  // namespace

std::optional<Step> stepOfLaneParameter(const llvm::Value& value) {
  const llvm::CallInst* call = callOf(value);
  if (!call) return std::nullopt;
  const int64_t stride = llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getSExtValue();
  const uint64_t flags = llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->getZExtValue();
  if (stride == 0) return Step::varying();
  Step step = Step::strided(
      stride, {.asSigned = (flags & kSigned) != 0, .asUnsigned = (flags & kUnsigned) != 0});
  step.isId = (flags & kId) != 0;
  step.isAligned = (flags & kAligned) != 0;
  return step;
}

llvm::CallInst* laneParameterOf(llvm::Argument& parameter) {
  for (llvm::User* user : parameter.users())
    if (callOf(*user)) return llvm::cast<llvm::CallInst>(user);
  return nullptr;
}

Step stepForParameter(const Step& step) {
  if (step.kind == Step::Uniform) return Step::uniform();
  if (step.kind != Step::Strided) return Step::varying();
  Step result = Step::strided(step.stride, step.noWrap);
  result.isId = step.isId;
  result.isAligned = step.isAligned;
  return result;
}

void makeLaneParameters(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Argument& parameter : function.args()) {
    if (parameter.use_empty()) continue;
    llvm::CallInst* call = builder.CreateCall(
        declare(*function.getParent(), parameter.getType()),
        {&parameter, builder.getInt64(0), builder.getInt32(0)}, parameter.getName());
    parameter.replaceUsesWithIf(call,
                                [call](const llvm::Use& use) { return use.getUser() != call; });
  }
}

void setStep(llvm::CallInst& laneParameter, const Step& step) {
  if (step.kind == Step::Uniform) {
    laneParameter.replaceAllUsesWith(laneParameter.getArgOperand(0));
    laneParameter.eraseFromParent();
    return;
  }
  llvm::LLVMContext& context = laneParameter.getContext();
  const bool isStrided = step.kind == Step::Strided;
  laneParameter.setArgOperand(1, llvm::ConstantInt::getSigned(llvm::Type::getInt64Ty(context),
                                                              isStrided ? step.stride : 0));
  laneParameter.setArgOperand(
      2, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), isStrided ? flagsOf(step) : 0));
}

}  // namespace lanewise
