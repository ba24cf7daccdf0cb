// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files that write a widened kernel share: the two functions, the place where code is
// written, and the form of each value in it.
//
// A uniform value is a scalar in the widened kernel. A strided value is the scalar of lane 0; lane
// 0 need not be active. A varying value has one vector of lanes per leaf (leaves.h), and the scalar
// of lane 0, too, if it leads. An OpenCL vector may have its components in the order of memory
// instead (vector_order.h), or in both.
#pragma once

#include "compiler/lanes/plan/plan.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ValueMap.h>

namespace llvm {
class TargetTransformInfo;
}

namespace lanewise {

inline constexpr auto kLaneArrayAlign = llvm::Align::Constant<64>();

class Widening {
 public:
  /// The parameters of a kernel are those of the widened one; takeParameters()
  /// (function_of_lanes.h) has those of functions.
  Widening(llvm::Function& scalar, llvm::Function& wide, const Plan& plan);

  llvm::Function& wide() const { return wide_; }
  unsigned lanes() const { return lanes_; }
  const llvm::DataLayout& layout() const { return layout_; }
  /// What the processor has instructions for.
  const llvm::TargetTransformInfo& target() const { return plan_.target(); }
  const Plan& plan() const { return plan_; }
  llvm::IRBuilder<>& builder() { return builder_; }
  const Shapes& shapes() const { return facts_.shapes; }
  Step shapeOf(const llvm::Value& value) const { return facts_.shapes.of(value); }
  bool isUniform(const llvm::Value& value) const { return facts_.shapes.isUniform(value); }
  const AssumedStride* assumedStrideOf(const llvm::Value& value) const {
    return facts_.assumed.of(value);
  }
  const LanePattern* patternOf(const llvm::Value& value) const {
    return facts_.patterns().of(value);
  }
  /// The value of lane 0 is wanted as a scalar: other lanes, or their low bits, follow from it.
  bool leads(const llvm::Value& value) const {
    const Step shape = shapeOf(value);
    return shape.kind == Step::Strided || shape.lowStride || assumedStrideOf(value) ||
           patternOf(value);
  }
  bool isAsInMemory(const llvm::Value& value) const { return plan_.order().isAsInMemory(value); }

  /// The number of the last live lane; null in functions. An i64.
  llvm::Value* lastLane = nullptr;
  /// All lanes are live; null in functions. An i1.
  llvm::Value* isFull = nullptr;
  /// What integers are in the last live lane, and what decides whether a predicate holds for all of
  /// a full vector, where conditions ask for it (end_lanes.h).
  llvm::DenseMap<const llvm::Value*, llvm::Value*> lastNumbers;
  llvm::DenseMap<std::pair<const llvm::Value*, unsigned>, llvm::Value*> numbersOfFullVectors;
  /// The lanes that call the function; null in kernels.
  llvm::Value* functionMask = nullptr;
  /// The mask of the block that is being written: <lanes x i1>.
  llvm::Value* mask = nullptr;
  /// Lane 0 is: the mask is that of all live lanes.
  bool firstLaneIsActive = false;
  /// Exactly one lane is (one_lane.h).
  bool hasOneLane = false;
  /// The block runs whether a lane is active or not (untested_blocks.h).
  bool mayBeIdle = false;

  /// The value of a uniform value, or of lane 0 of one that leads.
  llvm::Value* scalar(llvm::Value* value) const;
  /// Leaf `index` of any value as a vector of lanes.
  llvm::Value* leaf(llvm::Value* value, unsigned index = 0);
  llvm::SmallVector<llvm::Value*, 4> leaves(llvm::Value* value);

  /// The components of any scalar or OpenCL vector in the order of memory.
  llvm::SmallVector<llvm::Value*, 4> asInMemory(llvm::Value* value);

  void setScalar(const llvm::Value& value, llvm::Value* scalar) { scalars_[&value] = scalar; }
  void setLeaves(const llvm::Value& value, llvm::ArrayRef<llvm::Value*> leaves) {
    leaves_[&value].assign(leaves.begin(), leaves.end());
  }

  /// The last instruction that was written defines the last one of them.
  void setAsInMemory(const llvm::Value& value, llvm::ArrayRef<llvm::Value*> vectors);

  llvm::FixedVectorType* vectorOf(llvm::Type* type) const {
    return llvm::FixedVectorType::get(type, lanes_);
  }
  llvm::FixedVectorType* maskType() const { return vectorOf(builder_.getInt1Ty()); }
  /// 0, 1, 2 ... as elements of an integer type.
  llvm::Constant* laneNumbers(llvm::Type* type) const;
  /// Variables of the widened kernel, in its entry block.
  llvm::AllocaInst* newVariable(llvm::Type* type, const llvm::Twine& name = "");
  /// One element per lane, aligned by kLaneArrayAlign: less than LLVM expects of long vectors.
  llvm::AllocaInst* newLaneArray(llvm::Type* element, const llvm::Twine& name);
  /// Arrays of newLaneArray() that all loops over lanes share. A loop uses several of one type by
  /// their indices.
  llvm::AllocaInst* sharedLaneArray(llvm::Type* element, unsigned index);
  /// Memory that accesses of inactive lanes may use, and nobody reads. No access is longer than 16
  /// elements of 8 bytes.
  llvm::AllocaInst& inactiveTarget();
  static constexpr uint64_t kInactiveBytes = 128;
  static constexpr auto kInactiveAlign = llvm::Align::Constant<64>();
  /// A variable for values that become registers at the end.
  llvm::AllocaInst* newRegister(llvm::Type* type, const llvm::Twine& name = "");
  void promoteRegisters();

  /// i1: some lane of the mask is active.
  llvm::Value* anyLane(llvm::Value* mask);
  /// An integer with a bit per lane.
  llvm::Value* maskBits(llvm::Value* mask);

 private:
  llvm::Value* spread(llvm::Value* value, unsigned index);
  llvm::SmallVector<llvm::Value*, 4> spreadAsInMemory(llvm::Value* value);
  void placeBehind(llvm::Value* scalar);

  llvm::Function& wide_;
  const unsigned lanes_;
  const Plan& plan_;
  const LaneFacts& facts_;
  const llvm::DataLayout& layout_;
  mutable llvm::IRBuilder<> builder_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> scalars_;
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<llvm::Value*, 4>> leaves_;
  struct InMemoryOrder {
    llvm::SmallVector<llvm::Value*, 4> vectors;
    llvm::BasicBlock* block = nullptr;  // where they are all defined
    llvm::Instruction* last = nullptr;  // in the block, before its code goes on; nullptr: none
  };
  llvm::DenseMap<const llvm::Value*, InMemoryOrder> asInMemory_;
  llvm::SmallVector<llvm::AllocaInst*> registers_;
  llvm::AllocaInst* inactiveTarget_ = nullptr;
  llvm::DenseMap<llvm::Type*, llvm::SmallVector<llvm::AllocaInst*, 2>> sharedArrays_;
};

}  // namespace lanewise
