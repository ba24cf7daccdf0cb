// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags that each option permits, and the instructions that take flags.
#include "compiler/lower/math_options.h"

#include "compiler/repairs/signs_of_zeros.h"
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

}  // namespace

void applyMathOptions(llvm::Module& module, const CodeOptions& options) {
  const llvm::FastMathFlags flags = flagsOf(module, options);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (computes(instruction))
        instruction.setFastMathFlags(instruction.getFastMathFlags() | flags);
      keepSignsOfZeros(instruction);
      // Only this flag of calls is used: lower-opencl-std selects functions by it.
      if (llvm::isa<llvm::CallInst>(instruction) && llvm::isa<llvm::FPMathOperator>(instruction) &&
          flags.approxFunc())
        instruction.setHasApproxFunc(true);
    }
}

}  // namespace lanewise
