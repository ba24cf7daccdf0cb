// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of OpenCL C that a translated module imports by their mangled names. Called by
// compiler.cpp.
#pragma once

#include <llvm/Support/Error.h>

#include <set>
#include <string>
#include <string_view>

namespace llvm {
class Module;
}

namespace lanewise {

/// Whether an import may be such a function: a mangled name that is none of SPIR-V-friendly IR, or
/// that of an address space cast.
bool mayBeOpenclFunction(std::string_view name);

/// Replaces calls of such functions by calls of functions in SPIR-V-friendly form. Returns the
/// names of the imports that are called and that are none of OpenCL C, or have other types there.
llvm::Expected<std::set<std::string, std::less<>>> resolveImports(llvm::Module& module);

}  // namespace lanewise
