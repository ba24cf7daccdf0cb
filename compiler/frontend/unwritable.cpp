// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang accepts these extensions in OpenCL C as in any C: inline assembly, types without a
// counterpart in SPIR-V, and builtins whose intrinsics llvm-spirv does not know. Without this check
// the diagnostic would come from llvm-spirv or from validation, and name neither the construct nor
// its place. Only code that Clang generates is checked, without functions that no kernel of a whole
// program reaches (unused_functions.h): headers may have functions that nobody calls.
#include "compiler/frontend/unwritable.h"

#include "compiler/frontend/inline_assembly.h"

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
    return "an integer of " + std::to_string(width) + " bits";
  }
  if (type.isFloatingPointTy() && !type.isHalfTy() && !type.isFloatTy() && !type.isDoubleTy())
    return "a floating-point type other than half, float and double";
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const unsigned count = vector->getNumElements();
    if (count != 2 && count != 3 && count != 4 && count != 8 && count != 16)
      return "vectors of size " + std::to_string(count);
  }
  return {};
}

class Finder {
 public:
  explicit Finder(const DeclarationPlaces& places) : places_(places) {}

  /// Instructions before types of variables: only instructions have an exact place.
  std::optional<Diagnostic> find(const llvm::Module& module) {
    for (const llvm::Function& function : module)
      for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (!llvm::isa<llvm::AllocaInst>(instruction))
          if (std::string reason = about(instruction); !reason.empty())
            return found(std::move(reason), function, placeOf(instruction));
    for (const llvm::Function& function : module)
      if (std::string reason = aboutFrame(function); !reason.empty())
        return found(std::move(reason), function, placeOf(function));
    for (const llvm::GlobalVariable& variable : module.globals())
      if (std::string reason = aboutType(*variable.getValueType()); !reason.empty())
        return Diagnostic{
            .kind = DiagnosticKind::Unsupported,
            .text = std::move(reason) + " in variable '" + variable.getName().str() + "'",
            .source = lanewise::placeOf(variable.getName(), places_)};
    if (!module.getModuleInlineAsm().empty())
      return Diagnostic{.kind = DiagnosticKind::Unsupported,
                        .text = "inline assembly outside of functions",
                        .source = places_.assembly};
    return std::nullopt;
  }

 private:
  static Diagnostic found(std::string reason, const llvm::Function& function, SourcePlace place) {
    Diagnostic diagnostic{.kind = DiagnosticKind::Unsupported, .text = std::move(reason)};
    diagnostic.source = std::move(place);
    diagnostic.function = function.getName();
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      diagnostic.kernels = {diagnostic.function};
    return diagnostic;
  }

  /// A type and its parts.
  std::string aboutType(llvm::Type& type) {
    if (!seen_.insert(&type).second) return {};
    if (std::string reason = aboutNumber(type); !reason.empty()) return reason;
    // llvm-spirv would end the process.
    if (type.isArrayTy() && type.getArrayNumElements() == 0)
      return "an array of size 0, or a structure with a flexible array member";
    for (llvm::Type* part : type.subtypes())
      if (std::string reason = aboutType(*part); !reason.empty()) return reason;
    return {};
  }

  std::string about(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->isInlineAsm()) return whyAssemblyStays(*call);
      if (std::string reason = aboutIntrinsic(call->getIntrinsicID()); !reason.empty())
        return reason;
      if (const llvm::Function* callee = call->getCalledFunction(); callee && callee->isIntrinsic())
        return aboutIntegers(*call);  // llvm-spirv has forms of its own for what else these take
    }
    for (const llvm::Use& operand : instruction.operands())
      if (std::string reason = aboutType(*operand->getType()); !reason.empty()) return reason;
    if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      if (std::string reason = aboutType(*place->getSourceElementType()); !reason.empty())
        return reason;
    return aboutType(*instruction.getType());
  }

  static std::string aboutIntegers(const llvm::CallBase& call) {
    const auto reasonFor = [](llvm::Type* type) {
      return type->isIntegerTy() ? aboutNumber(*type) : std::string();
    };
    for (const llvm::Use& argument : call.args())
      if (std::string reason = reasonFor(argument->getType()); !reason.empty()) return reason;
    return reasonFor(call.getType());
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
        return "an argument or a result of size 0";
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (std::string reason = aboutType(*variable->getAllocatedType()); !reason.empty())
          return reason;
    return {};
  }

  static std::string name(llvm::Intrinsic::ID id) { return llvm::Intrinsic::getBaseName(id).str(); }

  static std::string aboutIntrinsic(llvm::Intrinsic::ID id) {
    switch (id) {
      case llvm::Intrinsic::frameaddress:
      case llvm::Intrinsic::returnaddress:
        return "the address of a stack frame or of a caller (" + name(id) + ")";
      case llvm::Intrinsic::canonicalize:
        return "Clang builtin '" + name(id) + "' has no SPIR-V equivalent";
      default: return {};
    }
  }

  static SourcePlace placeOf(const llvm::Instruction& instruction) {
    const llvm::DILocation* location = instruction.getDebugLoc();
    if (!location) return {};
    return {location->getFilename().str(), location->getLine(), location->getColumn()};
  }

  SourcePlace placeOf(const llvm::Function& function) const {
    SourcePlace place = lanewise::placeOf(function.getName(), places_);
    if (!place.file.empty()) return place;
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    if (!subprogram) return {};
    return {subprogram->getFilename().str(), subprogram->getLine(), 0};
  }

  const DeclarationPlaces& places_;
  llvm::DenseSet<llvm::Type*> seen_;
};

}  // namespace

std::optional<Diagnostic> findUnwritable(const llvm::Module& module,
                                         const DeclarationPlaces& places) {
  return Finder(places).find(module);
}

}  // namespace lanewise
