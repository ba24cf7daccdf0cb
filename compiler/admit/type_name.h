// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C names of SPIR-V types, for clGetKernelArgInfo and vec_type_hint.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/admit/module.h"

namespace lanewise::admit {

/// SPIR-V integers have no sign. The attributes of a parameter may give its extension.
enum class ArgumentSign { Unknown, Signed, Unsigned };

/// `nameOf` gives the OpName of an id, or nothing.
using NameOf = std::function<std::string(uint32_t id)>;
std::string typeName(const Module& module, const Instruction& type, ArgumentSign sign,
                     const NameOf& nameOf);

/// Decodes the operand of execution mode VecTypeHint: component count in the upper 16 bits, type
/// below.
std::string vectorTypeHintName(uint32_t hint);

/// "a,b,c," -> {a, b, c}: a comma ends each item.
std::vector<std::string> splitList(std::string_view text);

}  // namespace lanewise::admit
