// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extensions that Clang takes in OpenCL C as in any C, and that end in llvm-spirv or in admission
// with words about neither the source nor the extension: inline assembly, types without a
// counterpart, and builtins whose intrinsics llvm-spirv does not know. Only code that is generated
// counts: headers may hold what is for other languages in functions that nobody calls.
#include "compiler/frontend/unwritable.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

std::string aboutNumber(llvm::Type& type) {
  if (type.isIntegerTy()) {
    const unsigned width = type.getIntegerBitWidth();
    if (width == 1 || width == 8 || width == 16 || width == 32 || width == 64) return {};
    return "unsupported: an integer of " + std::to_string(width) + " bits";
  }
  if (type.isFloatingPointTy() && !type.isHalfTy() && !type.isFloatTy() && !type.isDoubleTy())
    return "unsupported: a floating-point type other than half, float and double";
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const unsigned count = vector->getNumElements();
    if (count != 2 && count != 3 && count != 4 && count != 8 && count != 16)
      return "unsupported: vectors of size " + std::to_string(count);
  }
  return {};
}

class Finder {
 public:
  /// What an expression is made of first: Clang says where that is.
  Unwritable find(const llvm::Module& module) {
    for (const llvm::Function& function : module)
      for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (!llvm::isa<llvm::AllocaInst>(instruction))
          if (std::string reason = about(instruction); !reason.empty())
            return {std::move(reason), placeOf(instruction)};
    for (const llvm::Function& function : module)
      if (std::string reason = aboutFrame(function); !reason.empty())
        return {reason + " in function '" + function.getName().str() + "'", placeOf(function)};
    for (const llvm::GlobalVariable& variable : module.globals())
      if (std::string reason = aboutType(*variable.getValueType()); !reason.empty())
        return {reason + " in variable '" + variable.getName().str() + "'", ""};
    if (!module.getModuleInlineAsm().empty()) return {"unsupported: inline assembly", ""};
    return {};
  }

 private:
  /// A type and what it is made of.
  std::string aboutType(llvm::Type& type) {
    if (!seen_.insert(&type).second) return {};
    if (std::string reason = aboutNumber(type); !reason.empty()) return reason;
    for (llvm::Type* part : type.subtypes())
      if (std::string reason = aboutType(*part); !reason.empty()) return reason;
    return {};
  }

  std::string about(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->isInlineAsm()) return "unsupported: inline assembly";
      if (std::string reason = aboutIntrinsic(call->getIntrinsicID()); !reason.empty())
        return reason;
      if (const llvm::Function* callee = call->getCalledFunction(); callee && callee->isIntrinsic())
        return {};  // llvm-spirv has forms of its own for what these take
    }
    for (const llvm::Use& operand : instruction.operands())
      if (std::string reason = aboutType(*operand->getType()); !reason.empty()) return reason;
    return aboutType(*instruction.getType());
  }

  /// Arguments and private variables.
  std::string aboutFrame(const llvm::Function& function) {
    if (function.isDeclaration()) return {};
    for (const llvm::Argument& argument : function.args()) {
      if (std::string reason = aboutType(*argument.getType()); !reason.empty()) return reason;
      llvm::Type* memory = argument.hasByValAttr()       ? argument.getParamByValType()
                           : argument.hasStructRetAttr() ? argument.getParamStructRetType()
                                                         : nullptr;
      if (memory && function.getDataLayout().getTypeAllocSize(memory).isZero())
        return "unsupported: an argument or a result that has no bytes";
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (std::string reason = aboutType(*variable->getAllocatedType()); !reason.empty())
          return reason;
    return {};
  }

  static std::string aboutIntrinsic(llvm::Intrinsic::ID id) {
    switch (id) {
      case llvm::Intrinsic::sadd_with_overflow:
      case llvm::Intrinsic::ssub_with_overflow:
      case llvm::Intrinsic::smul_with_overflow:
      case llvm::Intrinsic::umul_with_overflow:
        return "unsupported: arithmetic that tells whether it overflows";
      case llvm::Intrinsic::frameaddress:
      case llvm::Intrinsic::returnaddress:
        return "unsupported: the address of a function's frame or of its caller";
      case llvm::Intrinsic::canonicalize:
      case llvm::Intrinsic::debugtrap:
      case llvm::Intrinsic::exp10:
      case llvm::Intrinsic::expect_with_probability:
      case llvm::Intrinsic::get_rounding:
      case llvm::Intrinsic::ldexp:
      case llvm::Intrinsic::objectsize:
      case llvm::Intrinsic::prefetch:
      case llvm::Intrinsic::readcyclecounter:
      case llvm::Intrinsic::readsteadycounter:
        return "unsupported: a builtin of Clang that SPIR-V has no word for (" +
               llvm::Intrinsic::getBaseName(id).str() + ")";
      default: return {};
    }
  }

  static std::string placeOf(const llvm::Instruction& instruction) {
    const llvm::DILocation* location = instruction.getDebugLoc();
    if (!location) return {};
    return location->getFilename().str() + ":" + std::to_string(location->getLine()) + ":" +
           std::to_string(location->getColumn());
  }

  static std::string placeOf(const llvm::Function& function) {
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    if (!subprogram) return {};
    return subprogram->getFilename().str() + ":" + std::to_string(subprogram->getLine());
  }

  llvm::DenseSet<llvm::Type*> seen_;
};

}  // namespace

Unwritable findUnwritable(const llvm::Module& module) { return Finder().find(module); }

}  // namespace lanewise
