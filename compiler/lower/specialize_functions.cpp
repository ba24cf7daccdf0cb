// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes from callers to callees: when a function's turn comes, all its callers have been inferred,
// and all its copies are known.
#include "compiler/lower/specialize_functions.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>

namespace lanewise {
namespace {

// Calls with more different address spaces call the function with generic pointers.
constexpr size_t kMostCopies = 4;

bool isGeneric(const llvm::Type* type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == kGenericAddressSpace;
}

// The address space of the object of which a generic pointer is an address; generic if it is not
// known, or not the same in all cases.
unsigned spaceOf(const llvm::Value& pointer) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*> work{&pointer};
  std::optional<unsigned> space;
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (!isGeneric(value->getType())) {
      if (space.value_or(value->getType()->getPointerAddressSpace()) !=
          value->getType()->getPointerAddressSpace())
        return kGenericAddressSpace;
      space = value->getType()->getPointerAddressSpace();
    } else if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      work.push_back(address->getPointerOperand());
    } else if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
      work.push_back(cast->getPointerOperand());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      work.append(phi->value_op_begin(), phi->value_op_end());
    } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    } else {
      return kGenericAddressSpace;
    }
  }
  return space.value_or(kGenericAddressSpace);
}

// The function with other types of parameters, which it casts first.
llvm::Function* copyAs(llvm::Function& from, llvm::FunctionType* type) {
  llvm::Function* to = declareAs(from, type);
  const llvm::AttributeList attributes = from.getAttributes();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(from.getContext(), "", to));
  llvm::ValueToValueMapTy map;
  for (auto [before, after] : llvm::zip(from.args(), to->args())) {
    after.setName(before.getName());
    map[&before] = before.getType() == after.getType()
                       ? static_cast<llvm::Value*>(&after)
                       : builder.CreateAddrSpaceCast(&after, before.getType());
  }
  llvm::SmallVector<llvm::ReturnInst*> returns;
  llvm::CloneFunctionInto(to, &from, map, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  to->setAttributes(attributes);
  auto* body = llvm::cast<llvm::BasicBlock>(map[&from.getEntryBlock()]);
  builder.CreateBr(body);
  llvm::MergeBlockIntoPredecessor(body);
  return to;
}

class Specializer {
 public:
  // Lets the calls of a function that has been inferred call copies.
  void specializeCallees(llvm::Function& caller) {
    for (llvm::CallBase* call : callsOfDefined(caller)) {
      llvm::Function& callee = *call->getCalledFunction();
      if (!isOutOfLine(callee)) continue;
      llvm::SmallVector<llvm::Type*> types;
      for (const llvm::Value* argument : call->args()) {
        llvm::Type* type = argument->getType();
        types.push_back(isGeneric(type)
                            ? llvm::PointerType::get(type->getContext(), spaceOf(*argument))
                            : type);
      }
      auto* type = llvm::FunctionType::get(callee.getReturnType(), types, /*isVarArg=*/false);
      if (type == callee.getFunctionType()) continue;
      if (llvm::Function* copy = copyOf(callee, type)) callCopy(*call, *copy);
    }
  }

  llvm::SmallVector<llvm::Function*> copiesOf(llvm::Function& function) {
    return copies_.lookup(&function);
  }

 private:
  static void callCopy(llvm::CallBase& call, llvm::Function& copy) {
    llvm::IRBuilder<> builder(&call);
    llvm::SmallVector<llvm::Value*> arguments;
    for (auto [argument, parameter] : llvm::zip(call.args(), copy.args()))
      arguments.push_back(argument->getType() == parameter.getType()
                              ? argument.get()
                              : builder.CreateAddrSpaceCast(argument, parameter.getType()));
    replaceCall(call, copy, arguments);
  }

  // Null if there are too many.
  llvm::Function* copyOf(llvm::Function& function, llvm::FunctionType* type) {
    auto& copies = copies_[&function];
    const auto* found = llvm::find_if(
        copies, [type](llvm::Function* copy) { return copy->getFunctionType() == type; });
    if (found != copies.end()) return *found;
    if (copies.size() == kMostCopies) return nullptr;
    copies.push_back(copyAs(function, type));
    return copies.back();
  }

  llvm::DenseMap<llvm::Function*, llvm::SmallVector<llvm::Function*>> copies_;
};

}  // namespace

void specializeFunctions(llvm::Module& module, llvm::function_ref<void(llvm::Function&)> infer) {
  const auto calleesFirst = outOfLineCalleesFirst(module);
  Specializer specializer;
  for (llvm::Function* kernel : kernelsOf(module)) specializer.specializeCallees(*kernel);
  for (llvm::Function* function : llvm::reverse(calleesFirst)) {
    auto variants = specializer.copiesOf(*function);
    if (function->use_empty())
      function->eraseFromParent();
    else
      variants.push_back(function);
    for (llvm::Function* variant : variants) {
      infer(*variant);
      specializer.specializeCallees(*variant);
    }
  }
}

}  // namespace lanewise
