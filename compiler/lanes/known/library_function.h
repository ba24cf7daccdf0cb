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
class Type;
}  // namespace llvm

namespace lanewise {

struct LibraryFunction {
  llvm::StringRef name;  // without prefix and suffixes: sin
  bool writesIntegers;   // through its pointer; other functions write values of the result's type
  unsigned lanes;        // of the variant: it is called for as many at a time
};

/// The name of the device library's function that is called: sin. Empty if it is no such function.
llvm::StringRef libraryName(const llvm::CallInst& call);

/// What one lane has of a function's second result: 32-bit integers, or values of the first one's
/// type.
llvm::Type* secondResultOf(const llvm::CallInst& call, const LibraryFunction& function);

/// nullopt if the call is no such function, or the target has no variant for `lanes` lanes.
std::optional<LibraryFunction> libraryFunctionOf(const llvm::CallInst& call, unsigned lanes);

}  // namespace lanewise
