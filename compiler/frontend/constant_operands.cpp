// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C allows any expression for the flags of a barrier or a fence and for the order and scope
// of an atomic. llvm-spirv takes them for constants. A stronger order is always correct. SPIR-V for
// OpenCL has no atomics of the scope of a work-item.
#include "compiler/frontend/constant_operands.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>

namespace lanewise {
namespace {

// As opencl-c-base.h has them.
constexpr uint64_t kAllFences = 7;  // local, global and image memory
constexpr uint64_t kSequentiallyConsistent = 5;
constexpr uint64_t kWorkItem = 0, kAllDevices = 3, kSubGroup = 4;
constexpr uint64_t kFilters = 0x30, kNearest = 0x10;

/// Functions whose first parameter is cl_mem_fence_flags, which is another name of uint.
constexpr llvm::StringRef kFences[] = {"barrier",
                                       "work_group_barrier",
                                       "sub_group_barrier",
                                       "mem_fence",
                                       "read_mem_fence",
                                       "write_mem_fence",
                                       "atomic_work_item_fence",
                                       "intel_work_group_barrier_arrive",
                                       "intel_work_group_barrier_wait"};

/// The demangled name and parameter types of a function.
struct Signature {
  std::string name;
  llvm::SmallVector<std::string> parameters;
};

std::string takeText(char* text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

Signature signatureOf(const llvm::Function& function) {
  const std::string mangled = function.getName().str();  // the demangler refers to it
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return {};
  size_t bytes = 0;
  Signature signature;
  signature.name = takeText(demangler.getFunctionBaseName(nullptr, &bytes));
  const std::string all = takeText(demangler.getFunctionParameters(nullptr, &bytes));
  llvm::SmallVector<llvm::StringRef> types;
  llvm::StringRef(all).trim("()").split(types, ", ");
  for (llvm::StringRef type : types) signature.parameters.push_back(type.str());
  return signature;
}

/// What replaces the operand if it is not a constant; 0 if any operand is right.
uint64_t strongest(const Signature& signature, size_t parameter) {
  const llvm::StringRef type = signature.parameters[parameter];
  if (type == "memory_order") return kSequentiallyConsistent;
  if (type == "memory_scope") return kAllDevices;
  const bool isFence = parameter == 0 && llvm::is_contained(kFences, signature.name);
  return isFence ? kAllFences : 0;
}

void replaceOperand(llvm::Function& function, unsigned index, uint64_t value) {
  for (llvm::User* user : function.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledOperand() != &function || index >= call->arg_size()) continue;
    llvm::Value* operand = call->getArgOperand(index);
    if (!llvm::isa<llvm::ConstantInt>(operand))
      call->setArgOperand(index, llvm::ConstantInt::get(operand->getType(), value));
  }
}

void widenScope(llvm::Function& function, unsigned index) {
  for (llvm::User* user : function.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledOperand() != &function || index >= call->arg_size()) continue;
    const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(index));
    if (scope && scope->getZExtValue() == kWorkItem)
      call->setArgOperand(index, llvm::ConstantInt::get(scope->getType(), kSubGroup));
  }
}

void addFilters(llvm::Function& makesSampler) {
  for (llvm::User* user : makesSampler.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->arg_empty()) continue;
    const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (bits && !(bits->getZExtValue() & kFilters))
      call->setArgOperand(0,
                          llvm::ConstantInt::get(bits->getType(), bits->getZExtValue() | kNearest));
  }
}

}  // namespace

void makeOperandsConstant(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    const Signature signature = signatureOf(function);
    const bool isAtomic = llvm::StringRef(signature.name).starts_with("atomic_") &&
                          !llvm::is_contained(kFences, signature.name);
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
      if (const uint64_t value = strongest(signature, i))
        replaceOperand(function, unsigned(i), value);
      if (isAtomic && signature.parameters[i] == "memory_scope") widenScope(function, unsigned(i));
    }
  }
  if (llvm::Function* makesSampler = module.getFunction("__translate_sampler_initializer"))
    addFilters(*makesSampler);
}

}  // namespace lanewise
