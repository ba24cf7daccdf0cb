// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pass-item-values: a function out of line gets what it needs of its work-item, its group and its
// launch as parameters: the results of `lanewise.*` calls and the addresses of local variables. So
// its body was lowered by the passes that lower kernels, and only kernels have such calls.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/lower/out_of_line.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cassert>
#include <optional>
#include <utility>

namespace lanewise {

/// Requires: a function out of line has no barrier. Ensures: it has no `lanewise.*` call and no
/// local variable, and its callers have "lanewise-uses-host-calls" if it has. Why here: all
/// lowering that makes such calls is done, and stage lanes has forms for them in kernels only. In
/// group it runs again: bound-private-memory gives functions places in the spill area.
MODULE_PASS(PassItemValuesPass);

namespace {

// What a parameter stands for: a call with its dimension, or a local variable.
struct ItemValue {
  std::optional<KernelCall> call = {};
  unsigned dim = 0;
  llvm::GlobalVariable* variable = nullptr;

  bool operator==(const ItemValue&) const = default;
  llvm::StringRef name() const { return variable ? variable->getName() : nameOf(*call); }
};

// The value in a caller, which gets it in the same way if it is no kernel.
llvm::Value* emit(llvm::IRBuilder<>& builder, const ItemValue& value) {
  if (value.variable) return builder.CreateAddrSpaceCast(value.variable, builder.getPtrTy());
  return emitKernelCall(builder, *value.call, value.dim);
}

class Function {
 public:
  explicit Function(llvm::Function& function) : function_(function) {}

  /// Whether the function has changed.
  bool takeParameters() {
    const bool hasCasts = castLocalVariables();
    const bool hadDead = eraseDead();
    findValues();
    if (values_.empty()) return hasCasts || hadDead;
    llvm::SmallVector<llvm::Type*> types;
    for (const auto& [value, uses] : values_) types.push_back(uses.front()->getType());
    const size_t first = function_.arg_size();
    llvm::Function& to = addParameters(function_, types);
    llvm::Argument* parameter = to.arg_begin() + first;
    for (const auto& [value, uses] : values_) {
      parameter->setName(value.name());
      for (llvm::Instruction* use : uses) {
        use->replaceAllUsesWith(parameter);
        use->eraseFromParent();
      }
      ++parameter;
    }
    for (llvm::CallBase* call : callsOf(to)) passValues(*call, static_cast<unsigned>(first));
    describeOutOfLine(to);
    return true;
  }

 private:
  using Uses = llvm::SmallVector<llvm::Instruction*, 4>;

  // The uses of local variables become casts to address space 0.
  bool castLocalVariables() {
    llvm::SmallVector<llvm::Constant*> variables;
    for (llvm::GlobalVariable& variable : function_.getParent()->globals())
      if (variable.getAddressSpace() == kLocalAddressSpace) variables.push_back(&variable);
    return !variables.empty() && llvm::convertUsersOfConstantsToInstructions(variables, &function_);
  }

  // An id that the function does not use would be varying in its callers, too: it reads those of
  // all dimensions to use one.
  bool eraseDead() {
    llvm::SmallVector<llvm::WeakTrackingVH> dead;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (llvm::isInstructionTriviallyDead(&instruction)) dead.emplace_back(&instruction);
    const bool isAny = !dead.empty();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
    return isAny;
  }

  void findValues() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (const auto call = kernelCallOf(instruction)) {
        assert(!instruction.getType()->isVoidTy() && "only kernels have barriers");
        const auto dim = dimensionOf(llvm::cast<llvm::CallInst>(instruction));
        usesOf({.call = call, .dim = dim}).push_back(&instruction);
      } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction)) {
        auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(cast->getPointerOperand());
        if (variable) usesOf({.variable = variable}).push_back(cast);
      }
    }
  }

  Uses& usesOf(const ItemValue& value) {
    for (auto& [known, uses] : values_)
      if (known == value) return uses;
    values_.emplace_back(value, Uses());
    return values_.back().second;
  }

  void passValues(llvm::CallBase& call, unsigned operand) {
    llvm::IRBuilder<> builder(&call);
    for (const auto& [value, uses] : values_) call.setArgOperand(operand++, emit(builder, value));
  }

  llvm::Function& function_;
  // A list: there are about twenty at most, besides local variables.
  llvm::SmallVector<std::pair<ItemValue, Uses>> values_;
};

void passHostCalls(llvm::Function& function) {
  if (!function.hasFnAttribute(kUsesHostCallsAttribute)) return;
  for (llvm::CallBase* call : callsOf(function))
    call->getFunction()->addFnAttr(kUsesHostCallsAttribute);
}

}  // namespace

llvm::PreservedAnalyses PassItemValuesPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  const auto functions = outOfLineCalleesFirst(module);
  bool changed = false;
  for (llvm::Function* function : functions) {
    passHostCalls(*function);
    changed |= Function(*function).takeParameters();
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
