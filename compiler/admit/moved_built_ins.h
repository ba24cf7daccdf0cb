// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in variables that must move to the storage class Input, with the pointers to them: those in
// UniformConstant, in modules up to version 1.2, and imported ones in global memory
// (module_repairs.def). For normalize.cpp.
#pragma once

#include "compiler/admit/module.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lanewise::admit {

class MovedBuiltIns {
 public:
  MovedBuiltIns(const Module& module, Rewriter& out) : module_(module), out_(out) {}

  /// Called for each instruction in order, before the first is written.
  void scan(const Instruction& i);
  /// The variables, and the first of them in global memory; null if there is none.
  const std::vector<uint32_t>& ids() const { return ids_; }
  const Instruction* firstGlobal() const { return firstGlobal_; }
  bool isMoved(const Instruction& i) const;

  // Each writes the instruction. variable() is for one that moves.
  void pointerType(const Instruction& i);
  void variable(const Instruction& i);
  void accessChain(const Instruction& i);

 private:
  bool importsBuiltIn(const Instruction& i) const;
  bool isGlobal(const Instruction& variable) const;
  uint32_t inputTwin(uint32_t pointerType) const;

  const Module& module_;
  Rewriter& out_;
  std::unordered_set<uint32_t> builtIns_, imported_;  // decorated ids
  std::vector<uint32_t> ids_;
  const Instruction* firstGlobal_ = nullptr;
  std::unordered_map<uint32_t, uint32_t> inputTwins_;  // of pointer types
};

}  // namespace lanewise::admit
