// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags that each option permits, and the instructions that take flags.
#include "compiler/lower/math_options.h"

#include "compiler/ir/float_comparisons.h"
#include "interface/compile_request.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

llvm::FastMathFlags flagsOf(const llvm::Module& module, const CodeOptions& options) {
  const bool unsafe = options.unsafeMath || options.fastRelaxedMath;
  const bool finite = options.finiteMathOnly || options.fastRelaxedMath;
  llvm::FastMathFlags flags;
  flags.setAllowContract(unsafe || options.madEnable ||
                         module.getNamedMetadata("opencl.enable.FP_CONTRACT"));
  flags.setNoSignedZeros(unsafe || options.noSignedZeros);
  flags.setAllowReassoc(unsafe);
  flags.setAllowReciprocal(unsafe);
  flags.setApproxFunc(unsafe);
  flags.setNoNaNs(finite);
  flags.setNoInfs(finite);
  return flags;
}

// Instructions that only pass values on (phi, select, load) keep their flags.
bool computes(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FCmp: return true;
    default: return false;
  }
}

// A comparison without NaN may be wrong about zeros if their signs matter: code generation of LLVM
// 19 makes a maximum of `x >= 0 ? x : 0`, which takes 0 for -0.
bool mayBeWrongAboutZeros(const llvm::Instruction& instruction) {
  const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
  return comparison && !comparison->hasNoSignedZeros() && ordersNumbers(*comparison);
}

}  // namespace

void applyMathOptions(llvm::Module& module, const CodeOptions& options) {
  const llvm::FastMathFlags flags = flagsOf(module, options);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (computes(instruction))
        instruction.setFastMathFlags(instruction.getFastMathFlags() | flags);
      if (mayBeWrongAboutZeros(instruction)) instruction.setHasNoNaNs(false);
      // Only this flag of calls is used: lower-opencl-std selects functions by it.
      if (llvm::isa<llvm::CallInst>(instruction) && llvm::isa<llvm::FPMathOperator>(instruction) &&
          flags.approxFunc())
        instruction.setHasApproxFunc(true);
    }
}

}  // namespace lanewise
