// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly whose constraints any processor knows (registers, memory, constants) becomes a call of a
// function whose name tells all of it. Assembly without an instruction becomes the values that its
// operands leave in its results, so that vectors need not treat it lane by lane.
#include "compiler/frontend/inline_assembly.h"

#include "compiler/admit/assembly_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>

namespace lanewise {
namespace {

using Constraints = llvm::InlineAsm::ConstraintInfoVector;
using Constraint = llvm::InlineAsm::ConstraintInfo;

/// A name in SPIR-V has at most 65,535 words, and hexadecimal digits take two bytes each.
constexpr size_t kMostBytes = 60'000;

bool isOperand(const Constraint& constraint) {
  return constraint.Type == llvm::InlineAsm::isInput ||
         (constraint.Type == llvm::InlineAsm::isOutput && constraint.isIndirect);
}

/// What the operands of empty assembly leave in its results: a result that shares its place with an
/// operand has its value, any other one has some value.
llvm::Value* resultOfEmpty(const llvm::CallInst& call, const Constraints& constraints,
                           llvm::IRBuilder<>& builder) {
  unsigned operand = 0, outputs = 0;
  llvm::DenseMap<unsigned, llvm::Value*> shared;
  for (const Constraint& constraint : constraints) {
    if (isOperand(constraint)) {
      unsigned place = 0;
      const bool isShared = constraint.Codes.size() == 1 &&
                            !llvm::StringRef(constraint.Codes[0]).getAsInteger(10, place);
      if (isShared) shared[place] = call.getArgOperand(operand);
      ++operand;
    } else if (constraint.Type == llvm::InlineAsm::isOutput) {
      ++outputs;
    }
  }
  const auto resultAt = [&](unsigned place, llvm::Type* type) -> llvm::Value* {
    llvm::Value* value = shared.lookup(place);
    return value && value->getType() == type ? value : llvm::Constant::getNullValue(type);
  };
  if (outputs == 0) return nullptr;
  if (outputs == 1) return resultAt(0, call.getType());
  llvm::Value* all = llvm::PoisonValue::get(call.getType());
  for (unsigned i = 0; i < outputs; ++i)
    all = builder.CreateInsertValue(all, resultAt(i, call.getType()->getStructElementType(i)), i);
  return all;
}

/// Letters that mean the same for each processor, and numbers of other operands.
bool isGeneric(llvm::StringRef code) {
  constexpr std::array<llvm::StringRef, 8> kLetters = {"r", "m", "i", "n", "g", "X", "o", "V"};
  return llvm::all_of(code, [](char letter) { return llvm::isDigit(letter); }) ||
         llvm::is_contained(kLetters, code);
}

bool isGenericClobber(llvm::StringRef code) { return code == "{memory}" || code == "{cc}"; }

/// Empty for a type that assembly and SPIR-V do not share.
std::string nameOf(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const std::string element = nameOf(*vector->getElementType());
    return element.empty() ? element : element + "x" + std::to_string(vector->getNumElements());
  }
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(&type)) {
    const unsigned width = integer->getBitWidth();
    return width <= 64 && llvm::isPowerOf2_32(width) ? "i" + std::to_string(width) : std::string();
  }
  if (type.isHalfTy()) return "f16";
  if (type.isFloatTy()) return "f32";
  if (type.isDoubleTy()) return "f64";
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(&type))
    return "p" + std::to_string(pointer->getAddressSpace());
  return {};
}

/// An empty name for each type that has none.
std::vector<std::string> typesOf(const llvm::CallBase& call) {
  std::vector<std::string> names;
  const auto addResult = [&](const llvm::Type& type) {
    const std::string name = nameOf(type);
    names.push_back(name.empty() ? name : "r" + name);
  };
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(call.getType()))
    for (const llvm::Type* type : structure->elements()) addResult(*type);
  else if (!call.getType()->isVoidTy())
    addResult(*call.getType());
  const llvm::DataLayout& layout = call.getFunction()->getDataLayout();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Type* memory = call.getParamElementType(i);
    names.push_back(memory ? "m" + std::to_string(layout.getTypeAllocSize(memory).getFixedValue())
                           : nameOf(*call.getArgOperand(i)->getType()));
  }
  return names;
}

std::string aboutConstraints(const Constraints& constraints) {
  for (const Constraint& constraint : constraints) {
    if (constraint.Type == llvm::InlineAsm::isLabel || constraint.isMultipleAlternative)
      return "inline assembly with labels or alternatives";
    const bool isClobber = constraint.Type == llvm::InlineAsm::isClobber;
    for (llvm::StringRef code : constraint.Codes)
      if (isClobber ? !isGenericClobber(code) : !isGeneric(code))
        return "inline assembly with the constraint '" + code.str() + "'";
  }
  return {};
}

/// What a build must not depend on without knowing.
bool readsFiles(llvm::StringRef text) {
  return text.contains_insensitive(".incbin") || text.contains_insensitive(".include");
}

}  // namespace

bool isEmptyAssembly(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  return llvm::all_of(lines, [](llvm::StringRef line) {
    const llvm::StringRef code = line.trim();
    return code.empty() || code.starts_with("#") || code.starts_with("//");
  });
}

std::string whyAssemblyStays(const llvm::CallBase& call) {
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!llvm::isa<llvm::CallInst>(call)) return "inline assembly with labels or alternatives";
  if (isEmptyAssembly(assembly.getAsmString())) return {};
  if (std::string reason = aboutConstraints(assembly.ParseConstraints()); !reason.empty())
    return reason;
  if (llvm::is_contained(typesOf(call), ""))
    return "inline assembly with an operand or a result of this type";
  if (readsFiles(assembly.getAsmString())) return "inline assembly that reads files";
  if (assembly.getAsmString().size() + assembly.getConstraintString().size() > kMostBytes)
    return "inline assembly of more than " + std::to_string(kMostBytes) + " bytes";
  return {};
}

llvm::Value* replaceAssembly(const llvm::CallInst& call, llvm::IRBuilder<>& builder) {
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (isEmptyAssembly(assembly.getAsmString()))
    return resultOfEmpty(call, assembly.ParseConstraints(), builder);
  const std::string name = admit::nameOf({.hasSideEffects = assembly.hasSideEffects(),
                                          .alignsStack = assembly.isAlignStack(),
                                          .readsMemory = !call.doesNotAccessMemory(),
                                          .writesMemory = !call.onlyReadsMemory(),
                                          .types = typesOf(call),
                                          .constraints = assembly.getConstraintString(),
                                          .text = assembly.getAsmString()});
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, assembly.getFunctionType());
  llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* replacement =
      builder.CreateCall(callee, llvm::SmallVector<llvm::Value*>(call.args()));
  replacement->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return replacement->getType()->isVoidTy() ? nullptr : replacement;
}

}  // namespace lanewise
