// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flatten-address-spaces: moves every pointer to address space 0 and makes every target("spirv.*")
// value a pointer, in place. Outline: TypeFlattener maps types, ConstantFlattener constants and
// globals, FunctionFlattener functions and their instructions.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/work_groups.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <vector>

namespace lanewise {

/// Requires: no `__spirv_*` call. Ensures: all pointers are in address space 0, except pointers to
/// __local globals, and there is no target("spirv.*") type.
MODULE_PASS(FlattenAddressSpacesPass);

namespace {

class TypeFlattener {
 public:
  llvm::Type* operator()(llvm::Type* type) {
    auto found = cache_.find(type);
    if (found != cache_.end()) return found->second;
    llvm::Type* result = map(type);
    cache_[type] = result;
    return result;
  }

  llvm::FunctionType* function(llvm::FunctionType* type) {
    return llvm::cast<llvm::FunctionType>((*this)(type));
  }

 private:
  llvm::Type* map(llvm::Type* type) {
    if (type->isPointerTy() || type->isTargetExtTy())
      return llvm::PointerType::get(type->getContext(), 0);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ArrayType::get((*this)(array->getElementType()), array->getNumElements());
    if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type))
      return llvm::VectorType::get((*this)(vector->getElementType()), vector->getElementCount());
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return mapStruct(structure);
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      llvm::SmallVector<llvm::Type*> parameters;
      for (llvm::Type* parameter : function->params()) parameters.push_back((*this)(parameter));
      return llvm::FunctionType::get((*this)(function->getReturnType()), parameters,
                                     function->isVarArg());
    }
    return type;
  }

  llvm::Type* mapStruct(llvm::StructType* type) {
    llvm::SmallVector<llvm::Type*> elements;
    for (llvm::Type* element : type->elements()) elements.push_back((*this)(element));
    if (llvm::equal(elements, type->elements())) return type;
    if (type->isLiteral())
      return llvm::StructType::get(type->getContext(), elements, type->isPacked());
    return llvm::StructType::create(type->getContext(), elements, type->getName(),
                                    type->isPacked());
  }

  llvm::DenseMap<llvm::Type*, llvm::Type*> cache_;
};

class ConstantFlattener {
 public:
  explicit ConstantFlattener(TypeFlattener& types) : types_(types) {}

  void replace(llvm::Constant* from, llvm::Constant* to) { cache_[from] = to; }

  llvm::Constant* operator()(llvm::Constant* constant) {
    auto found = cache_.find(constant);
    if (found != cache_.end()) return found->second;
    llvm::Constant* result = map(constant);
    cache_[constant] = result;
    return result;
  }

 private:
  llvm::Constant* map(llvm::Constant* constant) {
    llvm::Type* type = types_(constant->getType());
    if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
    if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
    if (constant->isNullValue() || llvm::isa<llvm::ConstantTargetNone>(constant))
      return llvm::Constant::getNullValue(type);
    if (constant->getNumOperands() == 0 || llvm::isa<llvm::GlobalValue>(constant)) return constant;
    llvm::SmallVector<llvm::Constant*> operands;
    for (llvm::Value* operand : constant->operands())
      operands.push_back((*this)(llvm::cast<llvm::Constant>(operand)));
    if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
      return mapExpression(expression, operands, type);
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
      return llvm::ConstantStruct::get(structure, operands);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ConstantArray::get(array, operands);
    return llvm::ConstantVector::get(operands);
  }

  llvm::Constant* mapExpression(llvm::ConstantExpr* expression,
                                llvm::ArrayRef<llvm::Constant*> operands, llvm::Type* type) {
    if (expression->isCast() && operands[0]->getType() == type) return operands[0];
    if (auto* address = llvm::dyn_cast<llvm::GEPOperator>(expression))
      return llvm::ConstantExpr::getGetElementPtr(types_(address->getSourceElementType()),
                                                  operands[0], operands.drop_front(),
                                                  address->getNoWrapFlags());
    return expression->getWithOperands(operands, type);
  }

  TypeFlattener& types_;
  llvm::DenseMap<llvm::Constant*, llvm::Constant*> cache_;
};

class Flattener {
 public:
  explicit Flattener(llvm::Module& module) : module_(module), constants_(types_) {}

  /// True if anything changed.
  bool run() {
    std::vector<std::pair<llvm::GlobalVariable*, llvm::GlobalVariable*>> globals;
    for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module_.globals()))
      globals.emplace_back(&global, declareGlobal(global));
    std::vector<std::pair<llvm::Function*, llvm::Function*>> functions;
    for (llvm::Function& function : llvm::make_early_inc_range(module_))
      functions.emplace_back(&function, declareFunction(function));
    for (auto [from, to] : globals)
      if (from->hasInitializer()) to->setInitializer(constants_(from->getInitializer()));
    for (auto [from, to] : functions) moveBody(*from, *to);
    for (auto [from, to] : functions)
      if (from != to) from->eraseFromParent();
    std::erase_if(globals, [](const auto& pair) { return pair.first == pair.second; });
    eraseReplaced(globals);
    return changed_;
  }

 private:
  llvm::GlobalVariable* declareGlobal(llvm::GlobalVariable& from) {
    llvm::Type* type = types_(from.getValueType());
    const unsigned space =
        from.getAddressSpace() == kLocalAddressSpace ? kLocalAddressSpace : kPrivateAddressSpace;
    if (type == from.getValueType() && space == from.getAddressSpace() && space == 0) return &from;
    auto* to = new llvm::GlobalVariable(
        module_, type, from.isConstant() || from.getAddressSpace() == kConstantAddressSpace,
        from.getLinkage(), nullptr, "", &from, from.getThreadLocalMode(), space);
    to->copyAttributesFrom(&from);
    to->takeName(&from);
    auto* flat = llvm::PointerType::get(module_.getContext(), 0);
    constants_.replace(&from, llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(to, flat));
    changed_ = true;
    return to;
  }

  llvm::Function* declareFunction(llvm::Function& from) {
    llvm::FunctionType* type = types_.function(from.getFunctionType());
    if (type == from.getFunctionType()) return &from;
    llvm::Function* to = from.isIntrinsic() ? flatIntrinsic(from) : newFunction(from, type);
    constants_.replace(&from, to);
    changed_ = true;
    return to;
  }

  llvm::Function* newFunction(llvm::Function& from, llvm::FunctionType* type) {
    auto* to = llvm::Function::Create(type, from.getLinkage(), "", &module_);
    to->copyAttributesFrom(&from);
    to->takeName(&from);
    return to;
  }

  llvm::Function* flatIntrinsic(llvm::Function& from) {
    llvm::SmallVector<llvm::Type*, 4> overloads;
    llvm::Intrinsic::getIntrinsicSignature(&from, overloads);
    for (llvm::Type*& type : overloads) type = types_(type);
    return llvm::Intrinsic::getDeclaration(&module_, from.getIntrinsicID(), overloads);
  }

  void moveBody(llvm::Function& from, llvm::Function& to) {
    if (&from != &to && !from.isDeclaration()) {
      to.splice(to.begin(), &from);
      for (auto [before, after] : llvm::zip(from.args(), to.args())) {
        after.takeName(&before);
        // Types differ until the instructions are flattened below.
        before.mutateType(after.getType());
        before.replaceAllUsesWith(&after);
      }
      to.setSubprogram(from.getSubprogram());
      to.setMetadata(kRequiredLocalSize, from.getMetadata(kRequiredLocalSize));
      from.setSubprogram(nullptr);
    }
    to.setAttributes(note(to.getAttributes(), flatAttributes(to.getAttributes(), to.arg_size())));
    for (llvm::Instruction& instruction : llvm::instructions(to)) {
      flatten(instruction);
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        record.setExpression(note(record.getExpression(), flatExpression(record.getExpression())));
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(to)))
      eraseNoopCast(instruction);
  }

  llvm::AttributeList flatAttributes(llvm::AttributeList attributes, unsigned parameterCount) {
    for (unsigned i = 0; i < parameterCount; ++i)
      for (llvm::Attribute attribute : attributes.getParamAttrs(i))
        if (attribute.isTypeAttribute())
          attributes = attributes.replaceAttributeTypeAtIndex(
              module_.getContext(), i + llvm::AttributeList::FirstArgIndex,
              attribute.getKindAsEnum(), types_(attribute.getValueAsType()));
    return attributes;
  }

  // Debug locations: Clang adds "in address space n" (constu n, swap, xderef), which debuggers of
  // CPU code do not support.
  llvm::DIExpression* flatExpression(llvm::DIExpression* expression) {
    namespace dwarf = llvm::dwarf;
    llvm::ArrayRef<uint64_t> words = expression->getElements();
    if (words.size() < 4) return expression;
    const llvm::ArrayRef<uint64_t> last = words.take_back(4);
    if (last[0] != dwarf::DW_OP_constu || last[2] != dwarf::DW_OP_swap ||
        last[3] != dwarf::DW_OP_xderef)
      return expression;
    return llvm::DIExpression::get(module_.getContext(), words.drop_back(4));
  }

  void flatten(llvm::Instruction& instruction) {
    for (llvm::Use& use : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(use.get()))
        use.set(note(constant, constants_(constant)));
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      call->setAttributes(
          note(call->getAttributes(), flatAttributes(call->getAttributes(), call->arg_size())));
      call->mutateFunctionType(
          note(call->getFunctionType(), types_.function(call->getFunctionType())));
    } else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variable->setAllocatedType(flat(variable->getAllocatedType()));
    } else if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      address->setSourceElementType(flat(address->getSourceElementType()));
      address->setResultElementType(flat(address->getResultElementType()));
    }
    instruction.mutateType(flat(instruction.getType()));
  }

  llvm::Type* flat(llvm::Type* type) { return note(type, types_(type)); }

  /// Maps old globals to their replacements.
  template <class T>
  T note(T before, T after) {
    changed_ |= before != after;
    return after;
  }

  void eraseNoopCast(llvm::Instruction& instruction) {
    if (!llvm::isa<llvm::AddrSpaceCastInst, llvm::BitCastInst>(instruction)) return;
    if (instruction.getOperand(0)->getType() != instruction.getType()) return;
    instruction.replaceAllUsesWith(instruction.getOperand(0));
    instruction.eraseFromParent();
    changed_ = true;
  }

  // An initializer is a use. Constants made of old variables are dead only when no old variable has
  // an initializer. Otherwise they would outlive the variable and point to freed memory.
  static void eraseReplaced(
      llvm::ArrayRef<std::pair<llvm::GlobalVariable*, llvm::GlobalVariable*>> globals) {
    for (auto [from, to] : globals) from->setInitializer(nullptr);
    for (auto [from, to] : globals) from->removeDeadConstantUsers();
    for (auto [from, to] : globals) from->eraseFromParent();
  }

  llvm::Module& module_;
  TypeFlattener types_;
  ConstantFlattener constants_;
  bool changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses FlattenAddressSpacesPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager&) {
  return Flattener(module).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
