// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/lanes/width.h"

#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_calls.h"
#include "compiler/lanes/lane_options.h"
#include "compiler/lower/variant_calls.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {
namespace {

constexpr unsigned kLeastRegisterBits = 128;

unsigned forcedLanes(const llvm::Module& module) {
  const auto* lanes =
      llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kLanesFlag));
  return lanes ? static_cast<unsigned>(lanes->getZExtValue()) : 0;
}

// The element size that most of the arithmetic has: 64 if it is mostly double or 64-bit integers
// that are no addresses, otherwise 32.
unsigned usualBits(const llvm::Function& kernel) {
  unsigned wide = 0, narrow = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const llvm::Type* type = instruction.getType()->getScalarType();
    if (type->isDoubleTy()) ++wide;
    if (type->isFloatTy() || type->isHalfTy() || type->isIntegerTy(32)) ++narrow;
  }
  return wide > narrow ? 64 : 32;
}

// The reason why a kernel cannot be widened; empty if it can.
std::string obstacle(const llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (llvm::isa<llvm::IndirectBrInst, llvm::InvokeInst, llvm::CallBrInst>(instruction))
      return (llvm::Twine("an instruction ") + instruction.getOpcodeName()).str();
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->isInlineAsm())
      return "inline assembly";
    const llvm::Type* type = instruction.getType()->getScalarType();
    if (type->isTokenTy() || type->isX86_FP80Ty()) return "a type that vectors cannot have";
  }
  return {};
}

}  // namespace

Width chooseWidth(const llvm::Function& kernel) {
  const llvm::Module& module = *kernel.getParent();
  if (std::string reason = obstacle(kernel); !reason.empty()) return {1, std::move(reason)};
  if (const unsigned forced = forcedLanes(module)) return {forced, "as the option says"};
  const unsigned bits = std::max(variantRegisterBits(module), kLeastRegisterBits);
  const unsigned element = usualBits(kernel);
  return {bits / element,
          llvm::utostr(bits) + "-bit registers, " + llvm::utostr(element) + "-bit elements"};
}

}  // namespace lanewise
