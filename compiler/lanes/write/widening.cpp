// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the form of a value that an instruction asks for from the form in which it was written: a
// vector of a scalar, the order of memory from components, and back. The new form is placed behind
// the definition, where it serves all later uses.
#include "compiler/lanes/write/widening.h"

#include "compiler/contract/called_functions.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/slots.h"
#include "compiler/lanes/write/promote_registers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cassert>

namespace lanewise {
Widening::Widening(llvm::Function& scalar, llvm::Function& wide, const Plan& plan)
    : wide_(wide),
      lanes_(plan.facts().lanes),
      plan_(plan),
      facts_(plan.facts()),
      layout_(scalar.getParent()->getDataLayout()),
      builder_(scalar.getContext()) {
  if (isOutOfLine(scalar)) return;
  for (llvm::Argument& argument : scalar.args())
    scalars_[&argument] = wide.getArg(argument.getArgNo());
}

llvm::Value* Widening::scalar(llvm::Value* value) const {
  if (llvm::isa<llvm::Constant>(value)) return value;
  llvm::Value* result = scalars_.lookup(value);
  assert(result && "the definition was written before, and is uniform or strided");
  return result;
}

llvm::Constant* Widening::laneNumbers(llvm::Type* type) const {
  llvm::SmallVector<llvm::Constant*, 16> numbers;
  for (unsigned lane = 0; lane < lanes_; ++lane)
    numbers.push_back(llvm::ConstantInt::get(type, lane));
  return llvm::ConstantVector::get(numbers);
}

// Behind the definition, so that one vector serves all uses.
void Widening::placeBehind(llvm::Value* scalar) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(scalar);
  if (!instruction) {
    llvm::BasicBlock& entry = wide_.getEntryBlock();
    builder_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  } else if (llvm::isa<llvm::PHINode>(instruction)) {
    builder_.SetInsertPoint(instruction->getParent(),
                            instruction->getParent()->getFirstInsertionPt());
  } else {
    builder_.SetInsertPoint(instruction->getParent(), std::next(instruction->getIterator()));
  }
}

llvm::Value* Widening::spread(llvm::Value* value, unsigned index) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    llvm::IRBuilder<> folder(builder_.getContext());  // constants are folded without a block
    llvm::Value* leaf = extractLeaf(folder, constant, index);
    return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes_),
                                          llvm::cast<llvm::Constant>(leaf));
  }
  llvm::Value* first = scalar(value);
  const Step shape = shapeOf(*value);
  const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  placeBehind(first);
  llvm::Value* all = builder_.CreateVectorSplat(lanes_, extractLeaf(builder_, first, index));
  if (shape.kind != Step::Strided) return all;
  llvm::Type* type = first->getType();
  llvm::Type* number = type->isPointerTy() ? builder_.getInt64Ty() : type;
  llvm::Value* offsets = builder_.CreateMul(
      laneNumbers(number),
      llvm::ConstantVector::getSplat(
          llvm::ElementCount::getFixed(lanes_),
          llvm::ConstantInt::get(number, static_cast<uint64_t>(shape.stride), true)));
  return type->isPointerTy() ? builder_.CreateGEP(builder_.getInt8Ty(), first, offsets)
                             : builder_.CreateAdd(all, offsets);
}

void Widening::setAsInMemory(const llvm::Value& value, llvm::ArrayRef<llvm::Value*> vectors) {
  if (vectors.size() == 1) return setLeaves(value, vectors);
  llvm::BasicBlock* block = builder_.GetInsertBlock();
  const bool atBegin = builder_.GetInsertPoint() == block->begin();
  asInMemory_[&value] = {llvm::SmallVector<llvm::Value*, 4>(vectors), block,
                         atBegin ? nullptr : &*std::prev(builder_.GetInsertPoint())};
}

llvm::SmallVector<llvm::Value*, 4> Widening::asInMemory(llvm::Value* value) {
  if (const auto found = asInMemory_.find(value); found != asInMemory_.end())
    return found->second.vectors;
  if (value->getType()->isVectorTy() && isUniform(*value)) return spreadAsInMemory(value);
  return toMemoryOrder(builder_, leaves(value));
}

// Each vector repeats the components, from one or another on.
llvm::SmallVector<llvm::Value*, 4> Widening::spreadAsInMemory(llvm::Value* value) {
  const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  llvm::Value* vector = scalar(value);
  if (!llvm::isa<llvm::Constant>(vector)) placeBehind(vector);
  const unsigned components = llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements();
  llvm::SmallVector<llvm::Value*, 4> result;
  for (unsigned i = 0; i < components; ++i) {
    llvm::SmallVector<int, 32> elements;
    for (unsigned k = 0; k < lanes_; ++k)
      elements.push_back(static_cast<int>((i * lanes_ + k) % components));
    result.push_back(builder_.CreateShuffleVector(vector, elements));
  }
  return result;
}

llvm::Value* Widening::leaf(llvm::Value* value, unsigned index) {
  if (llvm::isa<llvm::Constant>(value)) return spread(value, index);
  if (const auto found = asInMemory_.find(value);
      found != asInMemory_.end() && !leaves_.contains(value)) {
    const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    const InMemoryOrder& ordered = found->second;
    builder_.SetInsertPoint(ordered.block, ordered.last ? std::next(ordered.last->getIterator())
                                                        : ordered.block->begin());
    setLeaves(*value, fromMemoryOrder(builder_, ordered.vectors));
  }
  llvm::SmallVector<llvm::Value*, 4>& known = leaves_[value];
  if (known.size() <= index) known.resize(index + 1);
  if (!known[index]) {
    llvm::Value* made = spread(value, index);
    leaves_[value][index] = made;
    return made;
  }
  return known[index];
}

llvm::SmallVector<llvm::Value*, 4> Widening::leaves(llvm::Value* value) {
  llvm::SmallVector<llvm::Value*, 4> result;
  const auto count = static_cast<unsigned>(leavesOf(value->getType(), layout_).size());
  for (unsigned i = 0; i < count; ++i) result.push_back(leaf(value, i));
  return result;
}

llvm::AllocaInst* Widening::newVariable(llvm::Type* type, const llvm::Twine& name) {
  llvm::BasicBlock& entry = wide_.getEntryBlock();
  return new llvm::AllocaInst(type, 0, name, entry.begin());
}

llvm::AllocaInst* Widening::newLaneArray(llvm::Type* element, const llvm::Twine& name) {
  llvm::AllocaInst* array = newVariable(llvm::ArrayType::get(element, lanes_), name);
  array->setAlignment(kLaneArrayAlign);
  return array;
}

llvm::AllocaInst* Widening::sharedLaneArray(llvm::Type* element, unsigned index) {
  llvm::SmallVector<llvm::AllocaInst*, 2>& arrays = sharedArrays_[element];
  while (arrays.size() <= index) arrays.push_back(newLaneArray(element, "lanes"));
  return arrays[index];
}

llvm::AllocaInst& Widening::inactiveTarget() {
  if (!inactiveTarget_) {
    inactiveTarget_ =
        newVariable(llvm::ArrayType::get(builder_.getInt8Ty(), kInactiveBytes), "inactive");
    inactiveTarget_->setAlignment(kInactiveAlign);
    inactiveTarget_->setMetadata(kScratch, llvm::MDNode::get(builder_.getContext(), {}));
  }
  return *inactiveTarget_;
}

llvm::AllocaInst* Widening::newRegister(llvm::Type* type, const llvm::Twine& name) {
  registers_.push_back(newVariable(type, name));
  return registers_.back();
}

void Widening::promoteRegisters() {
  lanewise::promoteRegisters(wide_, registers_);
  registers_.clear();
}

llvm::Value* Widening::anyLane(llvm::Value* mask) { return builder_.CreateOrReduce(mask); }

llvm::Value* Widening::maskBits(llvm::Value* mask) {
  return builder_.CreateBitCast(mask, builder_.getIntNTy(lanes_));
}

}  // namespace lanewise
