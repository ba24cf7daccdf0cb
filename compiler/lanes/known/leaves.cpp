// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One recursive walk over the members of a type, forEachLeaf(), serves all functions here. The
// offsets of leaves are those of the members in memory. Used wherever values of lanes are written,
// and by cost.cpp.
#include "compiler/lanes/known/leaves.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise {
namespace {

// Calls visit(type, offset, path) for each leaf.
template <typename Visit>
void forEachLeaf(llvm::Type* type, uint64_t offsetBytes, const llvm::DataLayout& layout,
                 llvm::SmallVectorImpl<unsigned>& path, Visit visit) {
  const auto into = [&](unsigned index, llvm::Type* member, uint64_t at) {
    path.push_back(index);
    forEachLeaf(member, at, layout, path, visit);
    path.pop_back();
  };
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* members = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      into(i, structure->getElementType(i),
           offsetBytes + members->getElementOffset(i).getFixedValue());
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const uint64_t size = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      into(i, array->getElementType(), offsetBytes + i * size);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const uint64_t bits = layout.getTypeSizeInBits(vector->getElementType()).getFixedValue();
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      into(i, vector->getElementType(), offsetBytes + i * bits / 8);
  } else if (!type->isVoidTy()) {
    visit(type, offsetBytes, llvm::ArrayRef<unsigned>(path));
  }
}

// Where offsets do not matter.
llvm::DataLayout anyLayout() { return llvm::DataLayout(""); }

}  // namespace

llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type* type, const llvm::DataLayout& layout) {
  llvm::SmallVector<Leaf, 4> leaves;
  llvm::SmallVector<unsigned> path;
  forEachLeaf(type, 0, layout, path,
              [&](llvm::Type* leaf, uint64_t offsetBytes, llvm::ArrayRef<unsigned>) {
                leaves.push_back({leaf, offsetBytes});
              });
  return leaves;
}

unsigned leafIndex(llvm::Type* type, llvm::ArrayRef<unsigned> indices,
                   const llvm::DataLayout& layout) {
  unsigned index = 0, result = 0;
  bool found = false;
  llvm::SmallVector<unsigned> path;
  forEachLeaf(type, 0, layout, path, [&](llvm::Type*, uint64_t, llvm::ArrayRef<unsigned> at) {
    if (!found && at.take_front(indices.size()) == indices) {
      result = index;
      found = true;
    }
    ++index;
  });
  return result;
}

llvm::Value* extractLeaf(llvm::IRBuilderBase& builder, llvm::Value* value, unsigned index) {
  llvm::Type* type = value->getType();
  if (type->isVectorTy()) return builder.CreateExtractElement(value, index);
  if (!type->isAggregateType()) return value;
  llvm::Value* result = nullptr;
  unsigned number = 0;
  llvm::SmallVector<unsigned> path;
  forEachLeaf(type, 0, anyLayout(), path, [&](llvm::Type*, uint64_t, llvm::ArrayRef<unsigned> at) {
    if (number++ != index) return;
    // A vector inside of a structure takes its last index for an element.
    llvm::Type* inner = type;
    size_t steps = 0;
    while (steps < at.size() && inner->isAggregateType())
      inner = llvm::ExtractValueInst::getIndexedType(inner, at[steps++]);
    result = builder.CreateExtractValue(value, at.take_front(steps));
    if (steps < at.size()) result = builder.CreateExtractElement(result, at[steps]);
  });
  return result;
}

llvm::Value* joinLeaves(llvm::IRBuilderBase& builder, llvm::Type* type,
                        llvm::ArrayRef<llvm::Value*> leaves) {
  if (!type->isVectorTy() && !type->isAggregateType()) return leaves.front();
  llvm::Value* result = llvm::PoisonValue::get(type);
  if (type->isVectorTy()) {
    for (unsigned i = 0; i < leaves.size(); ++i)
      result = builder.CreateInsertElement(result, leaves[i], i);
    return result;
  }
  const unsigned count = type->isStructTy() ? type->getStructNumElements()
                                            : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    llvm::Type* member = llvm::ExtractValueInst::getIndexedType(type, i);
    const size_t own = leavesOf(member, anyLayout()).size();
    result =
        builder.CreateInsertValue(result, joinLeaves(builder, member, leaves.take_front(own)), i);
    leaves = leaves.drop_front(own);
  }
  return result;
}

}  // namespace lanewise
