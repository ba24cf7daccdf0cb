// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Varying numbers and addresses that are strided if some conversions of 32-bit values do not wrap
// inside of the vector: `array[y * width + x]` with unsigned numbers. The condition is tested once
// for each vector, and is true but for arrays of billions of elements.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class CastInst;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

class Shapes;

struct AssumedStride {
  int64_t stride = 0;  // as Shape::stride
  /// Extensions of strided values, which must not wrap.
  llvm::SmallVector<const llvm::CastInst*, 2> conversions;
};

class AssumedStrides {
 public:
  AssumedStrides(llvm::Function& function, const Shapes& shapes);

  /// nullptr if there is none, or if no assumption is needed.
  const AssumedStride* of(const llvm::Value& value) const {
    const auto found = strides_.find(&value);
    return found == strides_.end() ? nullptr : &found->second;
  }

 private:
  void visit(const llvm::Instruction& instruction);
  bool add(AssumedStride& sum, const llvm::Value& value, int64_t factor) const;

  const Shapes& shapes_;
  llvm::DenseMap<const llvm::Value*, AssumedStride> strides_;
};

}  // namespace lanewise
