// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that stand for inline assembly, which SPIR-V does not have. The front end
// (frontend/inline_assembly.cpp) imports them, the pass restore-assembly makes assembly of their
// calls again. All between sees calls of functions that nobody knows.
//
// Their names are the prefix, letters for what the assembly does, the types of results and
// operands, and the hexadecimal bytes of the constraints and of the text as LLVM writes them:
// lanewise_assembly_s_ri32.i32_3d722c72_6e6f70 has side effects, an i32 as result and as operand,
// the constraints "=r,r", and the text "nop".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::admit {

struct AssemblyFunction {
  bool hasSideEffects = false, alignsStack = false, readsMemory = false, writesMemory = false;
  /// "ri32" for a result, "f32" for an operand; "m4" for the address of an operand of 4 bytes in
  /// memory. They keep functions of different types apart.
  std::vector<std::string> types = {};
  std::string constraints = {}, text = {};
};

bool isAssemblyFunction(std::string_view name);
std::string nameOf(const AssemblyFunction& function);
/// Nothing if the name does not have this form.
std::optional<AssemblyFunction> parseAssemblyFunction(std::string_view name);

}  // namespace lanewise::admit
