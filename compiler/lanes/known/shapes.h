// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each value of a kernel differs between the lanes of a vector of work-items.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class DataLayout;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

class Masks;
class Uniformity;

struct Shape {
  enum Kind : uint8_t {
    Unknown,  // not computed yet
    Uniform,  // the same for all lanes
    Strided,  // lane n has the value of lane 0 plus n * stride
    Varying,
  };
  Kind kind = Unknown;
  /// What may be added to a lane's value for the next one: to integers as they are, to pointers in
  /// bytes. 0 for other kinds.
  int64_t stride = 0;
  /// Of a varying integer: its low 32 bits are strided by `lowStride`, as in sext(i) + 1 of an i32
  /// that may wrap.
  bool hasLowStride = false;
  int64_t lowStride = 0;
  /// An id of the work-item, or part of one. The launch guarantees that the ids of a vector do not
  /// cross a multiple of 2^31 (work_item_loops.cpp).
  bool isId = false;
  /// Lane n of a vector has a multiple of the number of lanes plus n: a local id along x.
  bool isAligned = false;
  /// The sequence of lane values does not wrap as signed or as unsigned numbers.
  bool fitsSigned = false, fitsUnsigned = false;

  bool operator==(const Shape&) const = default;
};

/// The distance of a private variable's copies, if each lane has one.
uint64_t bytesPerLane(const llvm::AllocaInst& variable, const llvm::DataLayout& layout);

class Shapes {
 public:
  Shapes(llvm::Function& function, unsigned lanes, const Uniformity& uniformity,
         const Masks& masks);
  Shape of(const llvm::Value& value) const;
  bool isUniform(const llvm::Value& value) const { return of(value).kind == Shape::Uniform; }

 private:
  bool repeats(const llvm::Instruction& instruction) const;
  Shape compute(const llvm::Instruction& instruction) const;
  Shape ofArithmetic(const llvm::Instruction& instruction) const;
  Shape ofLowBits(const llvm::Instruction& instruction, const Shape& a, const Shape& b) const;
  Shape ofProduct(const llvm::Instruction& instruction, const Shape& shape,
                  const llvm::Value& factor, bool isShift) const;
  Shape ofCast(const llvm::Instruction& instruction) const;
  Shape ofAddress(const llvm::Instruction& instruction) const;
  Shape ofChoice(const llvm::Instruction& instruction) const;

  Shape ofAlignedPart(const llvm::Instruction& instruction, const Shape& shape) const;

  const unsigned lanes_;
  const llvm::DataLayout& layout_;
  const Uniformity& uniformity_;
  const Masks& masks_;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;  // of divergent instructions
};

}  // namespace lanewise
