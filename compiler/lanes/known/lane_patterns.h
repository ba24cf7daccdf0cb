// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and addresses whose distances from lane to lane are known without being equal: the row
// and the column in a small tile, `id & 3` and `id >> 2`; the partner in an exchange, `id ^ 2`; and
// what is made of them by constants and uniform numbers. They follow from ids whose low bits are
// the number of the lane (Step::isAligned).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

class Shapes;

/// Lane n has a number that is the same for all lanes, the base, plus `steps[n]`.
struct LanePattern {
  llvm::SmallVector<int64_t, 16> steps;
  /// The base is a multiple of two to this power.
  unsigned zeroBits = 0;
  /// The value of each lane, as a signed number, lies between these and does not wrap; otherwise
  /// the sum of base and step may wrap.
  struct Bounds {
    int64_t low, high;
  };
  std::optional<Bounds> bounds;
};

class LanePatterns {
 public:
  LanePatterns(const llvm::Function& function, const Shapes& shapes, unsigned lanes);

  /// nullptr if there is none. Strided values have one, uniform values do not.
  const LanePattern* of(const llvm::Value& value) const {
    const auto found = patterns_.find(&value);
    return found == patterns_.end() ? nullptr : &found->second;
  }

 private:
  std::optional<LanePattern> compute(const llvm::Instruction& instruction) const;
  std::optional<LanePattern> ofOperand(const llvm::Value& value) const;
  std::optional<LanePattern> ofSum(const llvm::Instruction& instruction, int sign) const;
  std::optional<LanePattern> ofProduct(const llvm::Instruction& instruction) const;
  std::optional<LanePattern> ofBits(const llvm::Instruction& instruction) const;
  std::optional<LanePattern> ofCast(const llvm::Instruction& instruction) const;
  std::optional<LanePattern> ofAddress(const llvm::Instruction& address) const;

  const Shapes& shapes_;
  const unsigned lanes_;
  llvm::DenseMap<const llvm::Value*, LanePattern> patterns_;
};

}  // namespace lanewise
