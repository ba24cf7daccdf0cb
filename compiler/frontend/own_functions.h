// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the program that llvm-spirv would take for functions of OpenCL. It recognizes those
// by their names, also if the program defines them: an overload of `max` for a structure, or any
// function whose name begins like `convert_`. Therefore the program's own functions have other
// names while llvm-spirv writes the module.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CodeGenerator;
class SourceManager;
}  // namespace clang

namespace llvm {
class Module;
}

namespace lanewise {

/// The names in the module of functions that the program declares, does not define, and that
/// neither Clang nor an embedded header declares: other programs may define them.
using OwnDeclarations = std::set<std::string, std::less<>>;

OwnDeclarations ownDeclarations(clang::CodeGenerator& generator,
                                const clang::SourceManager& sources);

/// Renames the functions that the program defines or declares itself.
void hideOwnFunctions(llvm::Module& module, const OwnDeclarations& declarations);

/// The words of a module whose functions were renamed, with the names of the source.
std::vector<uint32_t> withOwnNames(std::vector<uint32_t> words);
/// Replaces the names in a message of llvm-spirv.
std::string withOwnNames(std::string message);

}  // namespace lanewise
