// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// verify-kernel: reports anything that needs a library which kernel code does not have.
#include "compiler/contract/pass.h"

#include "builtins/library_prefix.h"
#include "compiler/contract/function_attributes.h"
#include "compiler/diagnostics/diagnostics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Requires: the module is about to become an object. Ensures, or refuses: no function is called
/// that is neither defined nor in the runtime library, no instruction that code generation turns
/// into a call of the mathematics library (frem, llvm.exp, ...), no function attribute that relaxes
/// arithmetic. Changes nothing. Why here: what it forbids would end in an undefined symbol or in
/// wrong results of inlined builtins.
REQUIRED_MODULE_PASS(VerifyKernelPass);

namespace {

// Code generation turns these into calls of the C library's mathematics.
constexpr llvm::Intrinsic::ID kMathematics[] = {
    llvm::Intrinsic::sin,   llvm::Intrinsic::cos,    llvm::Intrinsic::tan,
    llvm::Intrinsic::asin,  llvm::Intrinsic::acos,   llvm::Intrinsic::atan,
    llvm::Intrinsic::sinh,  llvm::Intrinsic::cosh,   llvm::Intrinsic::tanh,
    llvm::Intrinsic::exp,   llvm::Intrinsic::exp2,   llvm::Intrinsic::exp10,
    llvm::Intrinsic::log,   llvm::Intrinsic::log2,   llvm::Intrinsic::log10,
    llvm::Intrinsic::pow,   llvm::Intrinsic::powi,   llvm::Intrinsic::ldexp,
    llvm::Intrinsic::frexp, llvm::Intrinsic::lround, llvm::Intrinsic::llround,
    llvm::Intrinsic::lrint, llvm::Intrinsic::llrint,
};

// They hold for everything that is inlined into the function, builtins with error-free
// transformations included.
constexpr llvm::StringRef kForbiddenAttributes[] = {
    "unsafe-fp-math",      "no-nans-fp-math",      "no-infs-fp-math",    "no-signed-zeros-fp-math",
    "approx-func-fp-math", "denormal-fp-math-f32", "less-precise-fpmad",
};

void reportMistake(const llvm::Function& function, const llvm::Twine& what) {
  reportInternalError(*function.getParent(), "function '" + function.getName() + "' has " + what +
                                                 " before code generation");
}

// minnum and maxnum are instructions but for half, for which expand-half-extrema writes others.
bool callsMathematics(const llvm::CallBase& call, llvm::Intrinsic::ID intrinsic) {
  if (intrinsic == llvm::Intrinsic::minnum || intrinsic == llvm::Intrinsic::maxnum)
    return call.getType()->getScalarType()->isHalfTy();
  return llvm::is_contained(kMathematics, intrinsic);
}

void checkCall(const llvm::CallBase& call) {
  const llvm::Function& function = *call.getFunction();
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return;  // the host's callback, or inline assembly
  if (callsMathematics(call, callee->getIntrinsicID()))
    return reportUnsupported(call, callee->getName());
  if (!callee->isDeclaration() || callee->isIntrinsic()) return;
  const bool inSupportArchive = callee->getName().starts_with(kLibraryPrefix);
  if (!inSupportArchive) reportMistake(function, "a call of '" + callee->getName() + "'");
}

void checkFunction(const llvm::Function& function) {
  for (llvm::StringRef attribute : kForbiddenAttributes)
    if (function.hasFnAttribute(attribute))
      reportMistake(function, "the attribute '" + attribute + "'");
  const llvm::Attribute denormals = function.getFnAttribute(kDenormalsAttribute);
  if (denormals.isValid() && denormals.getValueAsString() != kDenormalsOfLaunch)
    reportMistake(function, "denormals that are '" + denormals.getValueAsString() + "'");
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::FRem) reportUnsupported(instruction, "frem");
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) checkCall(*call);
  }
}

}  // namespace

llvm::PreservedAnalyses VerifyKernelPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (const llvm::Function& function : module) checkFunction(function);
  return llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
