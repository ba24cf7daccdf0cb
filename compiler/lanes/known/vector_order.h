// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two orders in which vectors of lanes hold the OpenCL vectors of a vector of work-items, with n
// components and W lanes: n vectors of W elements in both.
//
//   by component   vector i has component i of all lanes
//   as in memory   all components of lane 0, then those of lane 1: cut into vectors of W elements
//
// Loads and stores of what lies side by side need no shuffles in the order of memory, and
// operations on components work in both. Whatever takes single components apart needs them by
// component. Values that are computed from each other get the order that costs fewer shuffles, in
// loops above all.
#pragma once

#include <llvm/ADT/DenseSet.h>

namespace llvm {
class Function;
class Instruction;
class LoopInfo;
class Value;
}  // namespace llvm

namespace lanewise {

class Shapes;

class VectorOrder {
 public:
  VectorOrder(llvm::Function& function, const Shapes& shapes, const llvm::LoopInfo& loops);

  /// The operation or phi is to be computed in the order of memory.
  bool isAsInMemory(const llvm::Value& value) const { return asInMemory_.contains(&value); }

 private:
  bool canBe(const llvm::Instruction& instruction) const;
  bool hasOperandsInOrder(const llvm::Instruction& instruction) const;
  void dropWhereItCostsMore(const llvm::LoopInfo& loops);

  const Shapes& shapes_;
  llvm::DenseSet<const llvm::Value*> asInMemory_;
};

}  // namespace lanewise
