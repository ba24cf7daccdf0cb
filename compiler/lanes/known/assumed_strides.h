// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Varying numbers and addresses that are strided, or the same for all lanes, if an assumption holds
// that is tested once for each vector:
//
//   a conversion of 32-bit values does not wrap inside of the vector: `array[y * width + x]` with
//   unsigned numbers. True but for arrays of billions of elements
//   a part of an id continues from lane to lane: `id % width`, `id ^ distance`, `id / width`. True
//   but where a row ends
//   in a kernel that uses sub-groups, all lanes are in one row of the work-group
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

class Shapes;

struct AssumedStride {
  int64_t stride = 0;  // as Step::stride; 0: the same for all lanes
  /// Extensions that must not wrap, and parts of ids (isPart) whose lanes must be `stride` apart.
  llvm::SmallVector<const llvm::Instruction*, 2> assumptions;
};

class AssumedStrides {
 public:
  AssumedStrides(const llvm::Function& function, const Shapes& shapes, unsigned lanes);

  /// nullptr if there is none, or if no assumption is needed.
  const AssumedStride* of(const llvm::Value& value) const {
    const auto found = strides_.find(&value);
    return found == strides_.end() ? nullptr : &found->second;
  }

  /// Whether an assumption is about the value itself, all lanes of which must be computed to test
  /// it.
  static bool isPart(const llvm::Instruction& assumption);

 private:
  using Assumptions = decltype(AssumedStride::assumptions);

  void visit(const llvm::Instruction& instruction);
  void visitPart(const llvm::Instruction& part);
  void visitRowId(const llvm::CallInst& id);
  Step stepOf(const llvm::Instruction& instruction) const;
  Step stepOfOperand(const llvm::Value& value) const;
  Assumptions assumptionsOf(const llvm::Instruction& instruction) const;

  const Shapes& shapes_;
  const unsigned lanes_;
  const llvm::CallInst* rowId_ = nullptr;  // along x
  llvm::DenseMap<const llvm::Value*, AssumedStride> strides_;
};

}  // namespace lanewise
