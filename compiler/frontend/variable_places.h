// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the source declares the global variables of its module: debug information of Clang has
// lines of instructions only, unless the user asks for more.
#pragma once

#include "interface/diagnostic.h"

#include <string>
#include <unordered_map>

namespace clang {
class CodeGenerator;
class SourceManager;
}  // namespace clang

namespace lanewise {

/// By the variable's name in the module.
using VariablePlaces = std::unordered_map<std::string, SourcePlace>;

VariablePlaces variablePlaces(clang::CodeGenerator& generator, const clang::SourceManager& sources);

/// Empty if it is not known.
SourcePlace placeOf(const std::string& variable, const VariablePlaces& places);

}  // namespace lanewise
