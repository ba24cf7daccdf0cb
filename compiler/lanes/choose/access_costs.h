// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What loads and stores cost, for cost.cpp: one after another for each work-item, and in the form
// that the plan has for all lanes of a vector.
#pragma once

#include "compiler/lanes/choose/cost.h"

#include <llvm/Support/Alignment.h>

#include <cstdint>

namespace llvm {
class DataLayout;
class Instruction;
class LoopInfo;
class Module;
class TargetTransformInfo;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

struct AccessPlan;
class Plan;
struct Processor;
class Shapes;

class AccessCosts {
 public:
  AccessCosts(const llvm::Module& module, const Plan& plan);

  /// The costs of a load or store. oneByOne is not multiplied by the overlap of scalar
  /// instructions.
  LaneCosts of(const llvm::Instruction& access) const;
  /// The cost of moving the lanes' values that a vector variant has written to where the lanes want
  /// them.
  double ofSecondResult(const llvm::Value& address, llvm::Type* type) const;
  /// One lane's operands out of vectors, and its result into one.
  double ofMovedLane(const llvm::Instruction& instruction) const;

  /// Whether the access has a mask only if its vector may be partial. Gathers, scatters and lanes
  /// one by one always have one.
  bool mayHaveMask(const llvm::Instruction& access) const;
  /// \pre mayHaveMask(access)
  bool hasMaskInstruction(const llvm::Instruction& access) const;
  /// More than without a mask.
  double ofMask(const llvm::Instruction& access) const;
  /// Tests that 32-bit numbers do not wrap. The code for full vectors knows that of most.
  double ofTests(const llvm::Instruction& access) const;
  /// The registers that a 32-bit value of each lane occupies.
  double registersOfWords() const;
  /// The mask of live lanes.
  double ofLiveMask() const;

 private:
  struct Values;

  LaneCosts ofNear(const llvm::Instruction& access, const AccessPlan& plan) const;
  double ofFar(const llvm::Instruction& access, const AccessPlan& plan) const;
  double ofScattered(const Values& values) const;
  uint64_t bytesOf(llvm::Type* type) const;
  double bitsOf(const llvm::Instruction& access) const;

  const Plan& plan_;
  const unsigned lanes_;
  const double registerBits_;
  const Processor& processor_;
  const Shapes& shapes_;
  const llvm::LoopInfo& loops_;
  const llvm::TargetTransformInfo& target_;
  const llvm::DataLayout& layout_;
};

}  // namespace lanewise
