// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the device library: the names of functions, and which of them have vector variants.
// Calls have the symbols of scalar functions (lw_sin_f32) or of the variants that OpenCL vectors
// use (lw_sin_f32x4).
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

/// The name of the device library's function that is called: sin. Empty if it is no such function.
llvm::StringRef libraryName(const llvm::CallInst& call);

/// nullopt if the call is no such function, or the target has no variant for `lanes` lanes.
std::optional<LibraryFunction> libraryFunctionOf(const llvm::CallInst& call, unsigned lanes);

}  // namespace lanewise
