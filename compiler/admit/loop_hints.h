// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hints of loops, which stay when merge instructions go: OpLoopMerge becomes OpLoopControlINTEL,
// which has the same hints and names no blocks. Both stand before the terminator of their block:
// llvm-spirv writes them before its OpPhi instructions. For normalize.cpp.
#pragma once

#include "compiler/admit/module.h"

#include <vector>

namespace lanewise::admit {

class LoopHints {
 public:
  LoopHints(const Module& module, Rewriter& out) : module_(module), out_(out) {}

  /// Called for each instruction before the first is written.
  void scan(const Instruction& i);
  /// Notes the hints of an OpLoopMerge or OpLoopControlINTEL.
  void take(const Instruction& i);
  /// Before a terminator: writes the hints of its block.
  void flush();
  /// Behind a capability: writes the one that OpLoopControlINTEL needs, if it is missing.
  void addCapability(const Instruction& behind);
  /// Before an instruction that extensions may precede: writes the one of that capability.
  void addExtension(const Instruction& before);

 private:
  bool hasHints(const Instruction& i) const;

  const Module& module_;
  Rewriter& out_;
  std::vector<const Instruction*> ofBlock_;
  bool areUsed_ = false, isDeclared_ = false, needsExtension_ = false;
};

}  // namespace lanewise::admit
