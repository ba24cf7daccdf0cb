// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of OpenCL C that SPIR-V modules import by their mangled names, as translators do that
// do not know the language of a module (Julia's, or llvm-spirv without "opencl.ocl.version"). Clang
// knows which names and types these are: each is called by a function of a program in OpenCL C.
// Used by driver/resolve_imports.cpp.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class FunctionType;
}

namespace lanewise {

struct ImportedCall {
  std::string name;  // "_Z12get_group_idj"
  llvm::FunctionType* type;
  /// The values of arguments that OpenCL or Clang wants as constants: flags, orders, scopes.
  std::vector<std::optional<uint64_t>> constants;
  bool operator==(const ImportedCall&) const = default;
};

/// Whether the argument of a call must be in ImportedCall::constants if it is a constant.
bool wantsConstant(llvm::StringRef name, unsigned argument);

struct ImportedFunctions {
  /// A module that exports, for each call that is found, a function of the call's type. Empty if
  /// none is found.
  std::vector<uint8_t> spirv;
  /// The names of the functions. Empty: the call is not one of a function of OpenCL C.
  std::vector<std::string> names;
};

ImportedFunctions compileImported(llvm::ArrayRef<ImportedCall> calls);

}  // namespace lanewise
