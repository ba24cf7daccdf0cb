// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each value of a kernel differs between the lanes of a vector of work-items.
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class DataLayout;
class Function;
class Instruction;
class PHINode;
class Value;
}  // namespace llvm

namespace lanewise {

class Masks;
class Uniformity;

/// The distance of a private variable's copies, if each lane has one.
uint64_t bytesPerLane(const llvm::AllocaInst& variable, const llvm::DataLayout& layout);

class Shapes {
 public:
  Shapes(llvm::Function& function, unsigned lanes, const Uniformity& uniformity,
         const Masks& masks);
  Step of(const llvm::Value& value) const;
  bool isUniform(const llvm::Value& value) const { return of(value).kind == Step::Uniform; }

 private:
  NoWrap testedFor(const llvm::PHINode& phi, const llvm::Value& number) const;
  bool repeats(const llvm::Instruction& instruction) const;
  Step compute(const llvm::Instruction& instruction) const;

  const unsigned lanes_;
  const llvm::DataLayout& layout_;
  const Uniformity& uniformity_;
  const Masks& masks_;
  llvm::DenseMap<const llvm::Value*, Step> shapes_;  // of divergent instructions
};

}  // namespace lanewise
