// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-functions: sets linkage, calling conventions and attributes of the program's functions.
// Kernels get the parameter contract of compiler/README.md.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/pass.h"

#include "compiler/admit/assembly_functions.h"
#include "compiler/admit/device_barriers.h"
#include "compiler/admit/named_barriers.h"
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/assembly_calls.h"
#include "compiler/contract/function_attributes.h"
#include "compiler/contract/function_places.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/by_value.h"
#include "compiler/lower/wrapper_lines.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/GlobalStatus.h>

namespace lanewise {

/// Requires: IR as the translator made it. Ensures: kernels have the attributes of
/// compiler/README.md, their own copies of by-value aggregates, and no caller; all other functions
/// and variables are internal; every function has the one set of attributes of
/// function_attributes.h. Why here: attributes that differ would keep functions from being inlined.
MODULE_PASS(LowerFunctionsPass);

namespace {

// A kernel that is also called: the body moves to a function of its own, which both call.
void separateFromCallers(llvm::Function& kernel) {
  if (kernel.use_empty()) return;
  auto* body =
      llvm::Function::Create(kernel.getFunctionType(), llvm::Function::InternalLinkage,
                             kFunctionPrefix + kernel.getName() + ".called", kernel.getParent());
  body->copyAttributesFrom(&kernel);
  body->removeFnAttr(kKernelAttribute);
  body->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  kernel.replaceAllUsesWith(body);
  body->splice(body->begin(), &kernel);
  body->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(kernel.getContext(), "entry", &kernel));
  llvm::SmallVector<llvm::Value*> arguments;
  for (auto [from, to] : llvm::zip(kernel.args(), body->args())) {
    from.replaceAllUsesWith(&to);
    arguments.push_back(&from);
  }
  llvm::CallInst* call = builder.CreateCall(body, arguments);
  call->setAttributes(body->getAttributes().removeFnAttributes(kernel.getContext()));
  builder.CreateRetVoid();
}

// Where arguments lie when nobody says it: one after the other, naturally aligned.
std::string naturalArguments(const llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  std::string items;
  uint64_t offset = 0;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    const bool local = type->isPointerTy() && type->getPointerAddressSpace() == kLocalAddressSpace;
    offset = llvm::alignTo(offset, layout.getABITypeAlign(type));
    if (!items.empty()) items += ',';
    items += (argument.hasByValAttr() ? "b" : local ? "l" : "v") + llvm::utostr(offset);
    offset += layout.getTypeAllocSize(type);
  }
  return items;
}

void adoptKernel(llvm::Function& kernel) {
  separateFromCallers(kernel);
  if (!kernel.hasFnAttribute(kKernelAttribute))
    kernel.addFnAttr(kKernelAttribute, ("kernel." + kernel.getName()).str());
  if (!kernel.hasFnAttribute(kArgumentsAttribute))
    kernel.addFnAttr(kArgumentsAttribute, naturalArguments(kernel));
  // The argument block is shared by all work-items.
  copyByValue(kernel);
  kernel.setLinkage(llvm::GlobalValue::ExternalLinkage);
}

void adoptFunction(llvm::Function& function) {
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setName(kFunctionPrefix + function.getName());
}

// As compiler/contract/assembly_calls.h tells, with what passes may assume.
void adoptAssembly(llvm::Function& function, const admit::AssemblyFunction& assembly) {
  function.setName(kAssemblyFunction);
  function.addFnAttr(kAssemblyText, assembly.text);
  function.addFnAttr(kAssemblyConstraints, assembly.constraints);
  if (assembly.hasSideEffects) function.addFnAttr(kAssemblySideEffects);
  if (assembly.alignsStack) function.addFnAttr(kAssemblyAlignsStack);
  unsigned parameter = 0;
  for (llvm::StringRef type : assembly.types) {
    if (type.starts_with("r") || parameter == function.arg_size()) continue;
    if (type.consume_front("m"))
      function.addParamAttr(
          parameter, llvm::Attribute::get(function.getContext(), kAssemblyOperandBytes, type));
    ++parameter;
  }
  function.setDoesNotThrow();
  if (!assembly.hasSideEffects) function.setWillReturn();
  if (!assembly.readsMemory)
    function.setDoesNotAccessMemory();
  else if (!assembly.writesMemory)
    function.setOnlyReadsMemory();
}

void adoptDeclaration(llvm::Function& function) {
  function.setCallingConv(llvm::CallingConv::C);
  // As the translator marks other barriers.
  if (admit::isNamedBarrierFunction(function.getName()) ||
      std::string_view(function.getName()) == admit::kDeviceBarrier)
    function.setConvergent();
  if (const auto assembly = admit::parseAssemblyFunction(std::string_view(function.getName())))
    adoptAssembly(function, *assembly);
}

// As stampAttributes() does for functions: the address of a returned structure is a parameter like
// others. Functions and calls have to agree, because some ABIs have a register for it. Calls of
// declarations become instructions.
void dropReturnedStructure(llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->isDeclaration()) return;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    call.removeParamAttr(i, llvm::Attribute::StructRet);
}

void adoptCalls(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    instruction.setMetadata("spirv.Decorations", nullptr);
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    dropReturnedStructure(*call);
    if (!call->getCalledFunction() || call->getCalledFunction()->isIntrinsic()) continue;
    call->setCallingConv(llvm::CallingConv::C);
    call->setAttributes(call->getAttributes().removeFnAttributes(function.getContext()));
  }
}

// Debuggers find a function's code by its subprogram; later stages read the required size of
// groups.
void clearMetadata(llvm::Function& function) {
  llvm::DISubprogram* subprogram = function.getSubprogram();
  llvm::MDNode* requiredSize = function.getMetadata(kRequiredLocalSize);
  function.clearMetadata();
  function.setSubprogram(subprogram);
  function.setMetadata(kRequiredLocalSize, requiredSize);
}

// The first instruction that uses the value, also through constants; null if none does.
const llvm::Instruction* firstUse(const llvm::Value& value) {
  for (const llvm::User* user : value.users()) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) return instruction;
    if (const llvm::Instruction* indirect = firstUse(*user)) return indirect;
  }
  return nullptr;
}

void adoptGlobals(llvm::Module& module) {
  for (llvm::GlobalVariable& global : module.globals()) {
    global.setMetadata("spirv.Decorations", nullptr);
    if (global.isDeclaration() && !global.use_empty()) {
      const std::string what =
          ("variable '" + global.getName() + "' is declared but not defined").str();
      if (const llvm::Instruction* use = firstUse(global))
        reportUnsupported(*use, what);
      else
        reportUnsupported(module, what);
      continue;
    }
    if (!global.isDeclaration()) global.setLinkage(llvm::GlobalValue::InternalLinkage);
    global.setDSOLocal(false);
    global.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
}

void dropModuleMetadata(llvm::Module& module) {
  for (llvm::NamedMDNode& node : llvm::make_early_inc_range(module.named_metadata()))
    if (!node.getName().starts_with("llvm.") && !node.getName().starts_with("lanewise."))
      node.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerFunctionsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Function*> defined;
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      defined.push_back(&function);
    else
      adoptDeclaration(function);
  for (llvm::Function* function : defined)
    isKernel(*function) ? adoptKernel(*function) : adoptFunction(*function);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setCallingConv(llvm::CallingConv::C);
    clearMetadata(function);
    stampAttributes(function);
    // Until all is one function, any of them may lead to a barrier.
    function.setConvergent();
    adoptCalls(function);
  }
  adoptGlobals(module);
  describeWrappers(module);
  dropModuleMetadata(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
