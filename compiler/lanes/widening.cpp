// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/lanes/widening.h"

#include "compiler/lanes/leaves.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace lanewise {

Widening::Widening(llvm::Function& scalar, llvm::Function& wide, unsigned lanes,
                   const Shapes& shapes)
    : wide_(wide),
      lanes_(lanes),
      shapes_(shapes),
      layout_(scalar.getParent()->getDataLayout()),
      builder_(scalar.getContext()) {
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
  const Shape shape = shapeOf(*value);
  const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  placeBehind(first);
  llvm::Value* all = builder_.CreateVectorSplat(lanes_, extractLeaf(builder_, first, index));
  if (shape.kind != Shape::Strided || shape.stride == 0) return all;
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

llvm::Value* Widening::leaf(llvm::Value* value, unsigned index) {
  if (llvm::isa<llvm::Constant>(value)) return spread(value, index);
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

llvm::AllocaInst* Widening::newRegister(llvm::Type* type, const llvm::Twine& name) {
  registers_.push_back(newVariable(type, name));
  return registers_.back();
}

void Widening::promoteRegisters() {
  llvm::DominatorTree dominators(wide_);
  llvm::PromoteMemToReg(registers_, dominators);
}

llvm::Value* Widening::anyLane(llvm::Value* mask) { return builder_.CreateOrReduce(mask); }

llvm::Value* Widening::maskBits(llvm::Value* mask) {
  return builder_.CreateBitCast(mask, builder_.getIntNTy(lanes_));
}

}  // namespace lanewise
