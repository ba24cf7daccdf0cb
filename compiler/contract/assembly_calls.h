// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declared functions that stand for inline assembly from lower-functions to restore-assembly, so
// that passes treat it as calls of functions that nobody knows. They are called
// "lanewise.assembly", and have the attributes kAssembly* of instruction_marks.h.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

inline constexpr llvm::StringLiteral kAssemblyFunction = "lanewise.assembly";

}  // namespace lanewise
