// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables as parts of composite constants, where llvm-spirv names them: the parts must be
// constants themselves. A cast of the variable to its own type is one. For normalize.cpp.
#pragma once

#include "compiler/admit/module.h"

#include <cstdint>
#include <unordered_map>

namespace lanewise::admit {

class ConstantAddresses {
 public:
  ConstantAddresses(const Module& module, Rewriter& out) : module_(module), out_(out) {}

  /// Writes a composite constant, or a continuation of one.
  void composite(const Instruction& i);

 private:
  uint32_t addressOf(const Instruction& variable, const Instruction& user);

  const Module& module_;
  Rewriter& out_;
  std::unordered_map<uint32_t, uint32_t> addresses_;  // of variables
};

}  // namespace lanewise::admit
