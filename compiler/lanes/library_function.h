// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the device library that have vector variants, by the symbols of their scalar
// forms (lw_sin_f32) and of the variants that OpenCL vectors use (lw_sin_f32x4).
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class CallInst;
}

namespace lanewise {

struct LibraryFunction {
  llvm::StringRef name;  // without prefix and suffixes: sin
  bool writesIntegers;   // through its pointer; other functions write values of the result's type
};

/// nullopt if the call is no such function, or the target has no variant for `lanes` lanes.
std::optional<LibraryFunction> libraryFunctionOf(const llvm::CallInst& call, unsigned lanes);

}  // namespace lanewise
