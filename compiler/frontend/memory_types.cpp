// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structure with such a member becomes a packed one with the padding written out, so that every
// other member stays at its offset. An array of size 0 takes no place; a variable that consists of
// nothing else gets one byte, which no access within bounds reaches.
#include "compiler/frontend/memory_types.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cassert>
#include <cstdint>

namespace lanewise {
namespace {

bool isIntegerOfSpirv(const llvm::IntegerType& type) {
  const unsigned width = type.getBitWidth();
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

/// Types of a module, with their replacements.
class Types {
 public:
  explicit Types(const llvm::DataLayout& layout) : layout_(layout) {}

  /// The type in memory: `type` itself if it can stay.
  llvm::Type* replacement(llvm::Type* type) {
    const auto [found, fresh] = replacements_.try_emplace(type, type);
    if (!fresh) return found->second;
    llvm::Type* result = type;
    if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) result = ofInteger(integer);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) result = ofArray(array);
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) result = ofStructure(structure);
    return replacements_[type] = result;
  }

  bool mayStay(llvm::Type* type) { return replacement(type) == type; }

  /// A constant of a type, as one of its replacement. The elements follow each other in both.
  llvm::Constant* replacement(llvm::Constant* constant) {
    llvm::Type* type = replacement(constant->getType());
    if (type == constant->getType()) return constant;
    if (constant->isNullValue()) return llvm::Constant::getNullValue(type);
    if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
      return ofValue(integer->getValue(), type);
    if (constant->getType()->isArrayTy()) return ofElements(*constant, type);
    return ofMembers(*constant, llvm::cast<llvm::StructType>(type));
  }

 private:
  uint64_t bytes(llvm::Type* type) const { return layout_.getTypeAllocSize(type); }

  static llvm::Type* padding(llvm::LLVMContext& context, uint64_t count) {
    return llvm::ArrayType::get(llvm::Type::getInt8Ty(context), count);
  }

  llvm::Type* ofInteger(llvm::IntegerType* type) const {
    if (isIntegerOfSpirv(*type)) return type;
    const uint64_t size = bytes(type);
    if (size <= 8) return llvm::IntegerType::get(type->getContext(), unsigned(size * 8));
    return llvm::ArrayType::get(llvm::Type::getInt64Ty(type->getContext()), size / 8);
  }

  llvm::Type* ofArray(llvm::ArrayType* type) {
    if (bytes(type) == 0 && type->getNumElements() == 0) return padding(type->getContext(), 1);
    return llvm::ArrayType::get(replacement(type->getElementType()), type->getNumElements());
  }

  llvm::Type* ofStructure(llvm::StructType* type) {
    if (type->isOpaque() || llvm::all_of(type->elements(), [&](auto* e) { return mayStay(e); }))
      return type;
    const llvm::StructLayout& places = *layout_.getStructLayout(type);
    llvm::SmallVector<llvm::Type*> members;
    uint64_t end = 0;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      if (bytes(type->getElementType(i)) == 0) continue;
      const uint64_t begin = places.getElementOffset(i);
      if (begin > end) members.push_back(padding(type->getContext(), begin - end));
      members.push_back(replacement(type->getElementType(i)));
      end = begin + bytes(type->getElementType(i));
    }
    if (bytes(type) > end) members.push_back(padding(type->getContext(), bytes(type) - end));
    if (members.empty()) members.push_back(padding(type->getContext(), 1));
    return llvm::StructType::get(type->getContext(), members, /*isPacked=*/true);
  }

  static llvm::Constant* ofValue(const llvm::APInt& value, llvm::Type* type) {
    if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type))
      return llvm::ConstantInt::get(integer, value.sext(integer->getBitWidth()));
    auto* words = llvm::cast<llvm::ArrayType>(type);
    const llvm::APInt whole = value.sext(unsigned(words->getNumElements() * 64));
    llvm::SmallVector<llvm::Constant*> elements;
    for (unsigned i = 0; i < words->getNumElements(); ++i)
      elements.push_back(
          llvm::ConstantInt::get(words->getElementType(), whole.extractBits(64, i * 64)));
    return llvm::ConstantArray::get(words, elements);
  }

  llvm::Constant* ofElements(const llvm::Constant& array, llvm::Type* type) {
    auto* result = llvm::cast<llvm::ArrayType>(type);
    llvm::SmallVector<llvm::Constant*> elements;
    for (unsigned i = 0; i < array.getType()->getArrayNumElements(); ++i)
      elements.push_back(replacement(array.getAggregateElement(i)));
    return llvm::ConstantArray::get(result, elements);
  }

  llvm::Constant* ofMembers(const llvm::Constant& structure, llvm::StructType* type) {
    auto* source = llvm::cast<llvm::StructType>(structure.getType());
    const llvm::StructLayout& from = *layout_.getStructLayout(source);
    const llvm::StructLayout& to = *layout_.getStructLayout(type);
    llvm::SmallVector<llvm::Constant*> members;
    for (llvm::Type* member : type->elements())
      members.push_back(llvm::Constant::getNullValue(member));
    for (unsigned i = 0; i < source->getNumElements(); ++i)
      if (bytes(source->getElementType(i)) != 0)
        members[to.getElementContainingOffset(from.getElementOffset(i))] =
            replacement(structure.getAggregateElement(i));
    return llvm::ConstantStruct::get(type, members);
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<llvm::Type*, llvm::Type*> replacements_;
};

void replaceVariable(llvm::GlobalVariable& variable, Types& types) {
  llvm::Type* type = types.replacement(variable.getValueType());
  if (type == variable.getValueType()) return;
  llvm::Constant* value =
      variable.hasInitializer() ? types.replacement(variable.getInitializer()) : nullptr;
  auto* copy = new llvm::GlobalVariable(*variable.getParent(), type, variable.isConstant(),
                                        variable.getLinkage(), value, "", &variable,
                                        variable.getThreadLocalMode(), variable.getAddressSpace(),
                                        variable.isExternallyInitialized());
  copy->copyAttributesFrom(&variable);
  // The new type's own alignment may be smaller.
  copy->setAlignment(variable.getAlign().value_or(
      variable.getParent()->getDataLayout().getABITypeAlign(variable.getValueType())));
  copy->copyMetadata(&variable, 0);
  copy->takeName(&variable);
  variable.replaceAllUsesWith(copy);
  variable.eraseFromParent();
}

void replaceAlloca(llvm::AllocaInst& variable, Types& types) {
  llvm::Type* type = types.replacement(variable.getAllocatedType());
  if (type == variable.getAllocatedType()) return;
  auto* copy = new llvm::AllocaInst(type, variable.getAddressSpace(), variable.getArraySize(),
                                    variable.getAlign(), "", variable.getIterator());
  copy->copyMetadata(variable);
  copy->takeName(&variable);
  variable.replaceAllUsesWith(copy);
  variable.eraseFromParent();
}

void replaceAddress(llvm::GetElementPtrInst& address, Types& types) {
  if (types.mayStay(address.getSourceElementType()) || address.getType()->isVectorTy()) return;
  llvm::IRBuilder<> builder(&address);
  llvm::Value* offset = llvm::emitGEPOffset(&builder, address.getDataLayout(), &address);
  llvm::Value* bytes = builder.CreateGEP(builder.getInt8Ty(), address.getPointerOperand(), offset,
                                         "", address.getNoWrapFlags());
  if (llvm::isa<llvm::Instruction>(bytes)) bytes->takeName(&address);
  address.replaceAllUsesWith(bytes);
  address.eraseFromParent();
}

/// The address of a part of a variable, in an initializer or an operand.
void replaceConstantAddresses(llvm::GlobalVariable& variable, Types& types,
                              const llvm::DataLayout& layout) {
  llvm::SmallVector<llvm::Constant*> work{&variable};
  llvm::SmallPtrSet<llvm::Constant*, 16> seen;
  while (!work.empty()) {
    llvm::Constant* constant = work.pop_back_val();
    if (!seen.insert(constant).second) continue;
    auto* address = llvm::isa<llvm::ConstantExpr>(constant)
                        ? llvm::dyn_cast<llvm::GEPOperator>(constant)
                        : nullptr;
    if (address && !types.mayStay(address->getSourceElementType())) {
      llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
      [[maybe_unused]] const bool isConstant = address->accumulateConstantOffset(layout, offset);
      assert(isConstant && "a constant has constant indices");
      llvm::Constant* bytes = llvm::ConstantExpr::getGetElementPtr(
          llvm::Type::getInt8Ty(variable.getContext()),
          llvm::cast<llvm::Constant>(address->getPointerOperand()),
          llvm::ConstantInt::get(variable.getContext(), offset), address->getNoWrapFlags());
      constant->replaceAllUsesWith(bytes);
      constant = bytes;
    }
    for (llvm::User* user : constant->users())
      if (llvm::isa<llvm::ConstantExpr>(user)) work.push_back(llvm::cast<llvm::Constant>(user));
  }
}

/// Replaces the types of parameters that are passed in memory.
template <class Parameters>
void replaceAttributes(Parameters& parameters, unsigned count, Types& types) {
  for (unsigned i = 0; i < count; ++i)
    for (const auto kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet}) {
      const llvm::Attribute attribute = parameters.getAttributes().getParamAttr(i, kind);
      if (!attribute.isValid() || types.mayStay(attribute.getValueAsType())) continue;
      llvm::Type* type = types.replacement(attribute.getValueAsType());
      parameters.removeParamAttr(i, kind);
      parameters.addParamAttr(i, llvm::Attribute::get(parameters.getContext(), kind, type));
    }
}

}  // namespace

void replaceMemoryTypes(llvm::Module& module) {
  Types types(module.getDataLayout());
  for (llvm::GlobalVariable& variable : module.globals())
    replaceConstantAddresses(variable, types, module.getDataLayout());
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals()))
    replaceVariable(variable, types);
  for (llvm::Function& function : module) {
    replaceAttributes(function, unsigned(function.arg_size()), types);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        replaceAlloca(*variable, types);
      else if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        replaceAddress(*address, types);
      else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        replaceAttributes(*call, call->arg_size(), types);
  }
}

}  // namespace lanewise
